/* told ROUNDS SEED

   Plays rounds as the programs in tools/training do and tells, line by line, the cards that were dealt, the numbers of
   numbers.h at every turn, and what was done: tests/tools/test_training.py makes the same numbers in Python. */
#include "../../tools/training/numbers.h"

enum { TOLD = 5 };

static void tell_cards(Set cards) {
  EACH(card, cards)
  printf(" %c%c", card < 52 ? "A23456789TJQK"[card / 4] : 'X', "SHDC12"[card < 52 ? card % 4 : card - 48]);
}

static void tell_numbers(const char *name, Set cards, int draw, const float *x, int number) {
  printf("%s", name);
  tell_cards(cards);
  printf(" |");
  if (draw >= 0)
    tell_cards(one(draw));
  printf(" |");
  for (int i = 0; i < number; i++)
    printf(" %.6g", x[i]);
  printf("\n");
}

int main(int arguments, char **argument) {
  if (arguments != 3)
    return 2;
  Chance chance = {strtoull(argument[2], NULL, 10)};
  make_numbers();
  for (int left = atoi(argument[1]); left > 0; left--) {
    Round round;
    deal(&round, &chance, 0);
    for (int seat = 0; seat < 2; seat++)
      tell_numbers("hand", round.hand[seat], -1, NULL, 0);
    printf("stock");
    tell_cards(round.discard);
    for (int i = round.in_stock - 1; i >= 0; i--)
      tell_cards(one(round.stock[i]));
    printf("\n");
    /* What is drawn from a stock shuffled anew depends on how each side shuffles. */
    while (!round.over && round.in_stock) {
      float x[MOST_NUMBERS];
      Turn turns[MOST_TURNS_WEIGHED];
      Set hidden = unseen(&round), hand = round.hand[round.mover];
      int number = cheapest(&round, turns, TOLD);
      for (int i = 0; i < number; i++) {
        int asked = turn_numbers(&round, hand & ~turns[i].discard, turns[i].discard, turns[i].draw, hidden, x);
        tell_numbers("turn", turns[i].discard, turns[i].draw, x, asked);
      }
      if (sum(hand) <= LIMIT)
        tell_numbers("call", 0, -1, x, call_numbers(&round, hidden, x));
      Turn done = turns[below(&chance, number)];
      Action action = {done.discard, done.draw, sum(hand) <= LIMIT && below(&chance, 4) == 0};
      tell_numbers(action.calls ? "called" : "done", action.calls ? 0 : done.discard, done.draw, NULL, 0);
      act(&round, action, &chance);
    }
  }
  return 0;
}
