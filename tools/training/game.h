/* A round of two seats by the classic rules. */
#include "cards.h"

enum { MOST_TURNS = 1000 };

/* `known` is what everybody knows a seat to hold, `gone` what lies out of reach; `last` and `earlier` are the latest
   two discards of a seat, `took` says that it took a card in its last turn. */
typedef struct {
  Set hand[2], known[2], gone, discard, last[2], earlier[2];
  int stock[CARDS], in_stock, pile[CARDS], in_pile, open[8], opens;
  int took[2], mover, turns, over, winner;
} Round;

/* `draw` is -1 for the stock. */
typedef struct {
  Set discard;
  int draw, calls;
} Action;

static void deal(Round *round, Chance *chance, int starter) {
  memset(round, 0, sizeof *round);
  int deck[CARDS];
  for (int card = 0; card < CARDS; card++)
    deck[card] = card;
  shuffle(deck, CARDS, chance);
  for (int i = 0; i < 5; i++) {
    round->hand[0] |= one(deck[i]);
    round->hand[1] |= one(deck[5 + i]);
  }
  round->discard = one(deck[10]);
  round->open[round->opens++] = deck[10];
  for (int i = 11; i < CARDS; i++)
    round->stock[round->in_stock++] = deck[i];
  round->mover = starter;
}

static inline int can_draw(const Round *round) { return round->in_stock + round->in_pile > 0; }

static inline Set unseen(const Round *round) {
  int seat = round->mover;
  return DECK & ~(round->hand[seat] | round->gone | round->discard | round->known[1 - seat]);
}

static void act(Round *round, Action action, Chance *chance) {
  int seat = round->mover;
  if (action.calls) {
    round->over = 1;
    round->winner = sum(round->hand[1 - seat]) <= sum(round->hand[seat]) ? 1 - seat : seat;
    return;
  }
  Set kept = round->hand[seat] & ~action.discard, rest = round->discard;
  round->known[seat] &= ~action.discard;
  round->took[seat] = action.draw >= 0;
  if (action.draw < 0) {
    if (!round->in_stock) {
      memcpy(round->stock, round->pile, sizeof(int) * (size_t)round->in_pile);
      round->in_stock = round->in_pile;
      shuffle(round->stock, round->in_stock, chance);
      round->in_pile = 0;
      round->gone = 0;
    }
    kept |= one(round->stock[--round->in_stock]);
  } else {
    kept |= one(action.draw);
    rest &= ~one(action.draw);
    round->known[seat] |= one(action.draw);
  }
  EACH(card, rest) round->pile[round->in_pile++] = (int)card;
  round->gone |= rest;
  round->hand[seat] = kept;
  round->discard = action.discard;
  round->opens = takeable(action.discard, round->open);
  round->earlier[seat] = round->last[seat];
  round->last[seat] = action.discard;
  round->mover = 1 - seat;
  if (++round->turns >= MOST_TURNS)
    round->over = 1;
}
