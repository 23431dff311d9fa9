/* positions playouts|trained|ahead NUMBER SEED SAMPLES TURNS-FILE CALLS-FILE [TURNS-NETWORK CALLS-NETWORK]

   Plays rounds of different players against each other and writes, in the numbers of numbers.h, the turns that were
   weighed in a third of the positions, each with its share of wins over SAMPLES goes on from there. All turns of a
   position meet the same orders of the stock, and the hand that the other seat really held.

   playouts: both go on to the end of the round, the quick player or, for greedy, greedy.
   trained:  so do they, but the trained player instead of the quick one.
   ahead:    the other seat moves, and what the trained player thinks of its chances then is taken for the end.

   Whenever a call was possible its numbers are written, too, with whether it would have been an assaf. */
#include "numbers.h"

enum { WEIGHED = 8, IN_PLAY = 6, IN_PLAYOUTS = 4, LONGEST = 60 };
typedef enum { QUICK, TRAINED, GREEDY } Player;

static void choose(Player player, int weighed, const Round *round, Action *action) {
  if (player == GREEDY)
    greedy(round, action);
  else if (player == QUICK)
    quick(round, action);
  else
    trained(round, weighed, action);
}

static double play_out(Round *round, int seat, Player own, Player other, Chance *chance) {
  while (!round->over) {
    Action action = {0};
    choose(round->mover == seat || other != GREEDY ? own : GREEDY, IN_PLAYOUTS, round, &action);
    act(round, action, chance);
  }
  return round->winner == seat;
}

static double look_ahead(Round *round, int seat, Player other, Chance *chance) {
  Action action = {0};
  choose(other, IN_PLAY, round, &action);
  act(round, action, chance);
  return round->over ? round->winner == seat : trained(round, IN_PLAY, &action);
}

static void write_turns(const Round *round, Player own, Player other, int ahead, int samples, int position,
                        Chance *chance, FILE *file) {
  int seat = round->mover;
  Set hidden = unseen(round);
  Turn turns[MOST_TURNS_WEIGHED];
  double won[WEIGHED] = {0};
  int number = cheapest(round, turns, WEIGHED);
  for (int sample = 0; sample < samples; sample++) {
    Round base = *round;
    shuffle(base.stock, base.in_stock, chance);
    uint64_t seed = next(chance);
    for (int i = 0; i < number; i++) {
      Round twin = base;
      Chance again = {seed};
      act(&twin, (Action){turns[i].discard, turns[i].draw, 0}, &again);
      won[i] += ahead ? look_ahead(&twin, seat, other, &again) : play_out(&twin, seat, own, other, &again);
    }
  }
  for (int i = 0; i < number; i++) {
    float x[MOST_NUMBERS];
    int asked = turn_numbers(round, round->hand[seat] & ~turns[i].discard, turns[i].discard, turns[i].draw, hidden, x);
    x[asked] = (float)(won[i] / samples);
    x[asked + 1] = (float)position;
    fwrite(x, sizeof(float), (size_t)asked + 2, file);
  }
}

static void write_call(const Round *round, FILE *file) {
  int seat = round->mover;
  float x[MOST_NUMBERS];
  if (sum(round->hand[seat]) > LIMIT)
    return;
  int asked = call_numbers(round, unseen(round), x);
  x[asked] = sum(round->hand[1 - seat]) <= sum(round->hand[seat]);
  fwrite(x, sizeof(float), (size_t)asked + 1, file);
}

/* Do something else now and then, so that positions come up that nobody would seek. */
static void stray(const Round *round, Action *action, Chance *chance) {
  if (action->calls) {
    if (share(chance) < .15)
      quick_turn(round, action);
  } else if (share(chance) < .08) {
    Discard found[MOST_DISCARDS];
    int number = discards(round->hand[round->mover], found);
    action->discard = found[below(chance, number)].cards;
    int draw = below(chance, round->opens + 2);
    action->draw = draw < round->opens ? round->open[draw] : -1;
  }
}

int main(int arguments, char **argument) {
  if (arguments != 7 && arguments != 9) {
    fprintf(stderr, "positions playouts|trained|ahead NUMBER SEED SAMPLES TURNS-FILE CALLS-FILE"
                    " [TURNS-NETWORK CALLS-NETWORK]\n");
    return 2;
  }
  int ahead = !strcmp(argument[1], "ahead"), by_network = ahead || !strcmp(argument[1], "trained");
  int number = atoi(argument[2]), samples = atoi(argument[4]), position = 0;
  Chance chance = {strtoull(argument[3], NULL, 10)};
  FILE *turns = fopen(argument[5], "wb"), *calls = fopen(argument[6], "wb");
  if (!turns || !calls || (by_network && arguments != 9))
    return 1;
  Player pool[4] = {QUICK, QUICK, QUICK, GREEDY};
  make_numbers();
  if (arguments == 9) {
    TURNS = read_network(argument[7], 92);
    CALLS = read_network(argument[8], 32);
    pool[1] = pool[2] = TRAINED;
  }
  while (position < number) {
    Round round;
    deal(&round, &chance, below(&chance, 2));
    Player players[2] = {pool[below(&chance, 4)], pool[below(&chance, 4)]};
    while (!round.over && round.turns < LONGEST) {
      Player player = players[round.mover];
      write_call(&round, calls);
      if (player != GREEDY && below(&chance, 3) == 0)
        write_turns(&round, by_network ? TRAINED : QUICK, players[1 - round.mover], ahead, samples, position++, &chance,
                    turns);
      Action action = {0};
      choose(player, IN_PLAY, &round, &action);
      stray(&round, &action, &chance);
      act(&round, action, &chance);
    }
  }
  fclose(turns);
  fclose(calls);
  return 0;
}
