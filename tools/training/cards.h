/* Cards, discards and hands of the classic rules, 54 cards in the bits of one number.
   Card 4 * (rank - 1) + suit, ace 1 to king 13; the jokers are 52 and 53 and have rank 0. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CARDS = 54, RANKS = 14, LIMIT = 7, MOST_DISCARDS = 64 };
typedef uint64_t Set;
static const Set DECK = (1ULL << CARDS) - 1, FIRST_SUIT = 0x1111111111111ULL;
static int POINTS[CARDS], RANK[CARDS];
static Set OF_RANK[RANKS];

#define EACH(card, set)                                                                                                \
  for (Set left_##card = (set), card; left_##card && (card = first(left_##card), 1); left_##card &= left_##card - 1)

static inline int count(Set set) { return __builtin_popcountll(set); }
static inline int first(Set set) { return __builtin_ctzll(set); }
static inline Set one(int card) { return 1ULL << card; }
static inline int points_of_rank(int rank) { return rank > 10 ? 10 : rank; }

static void make_cards(void) {
  for (int card = 0; card < CARDS; card++) {
    RANK[card] = card < 52 ? card / 4 + 1 : 0;
    POINTS[card] = points_of_rank(RANK[card]);
    OF_RANK[RANK[card]] |= one(card);
  }
}

static inline int sum(Set hand) {
  int points = 0;
  EACH(card, hand) points += POINTS[card];
  return points;
}

/* --- chance: splitmix64 */

typedef struct {
  uint64_t state;
} Chance;

static inline uint64_t next(Chance *chance) {
  uint64_t z = (chance->state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}

static inline int below(Chance *chance, int bound) { return (int)(((next(chance) >> 32) * (uint64_t)bound) >> 32); }
static inline double share(Chance *chance) { return (double)(next(chance) >> 11) * (1.0 / 9007199254740992.0); }

static void shuffle(int *cards, int number, Chance *chance) {
  for (int i = number - 1; i > 0; i--) {
    int j = below(chance, i + 1), card = cards[i];
    cards[i] = cards[j];
    cards[j] = card;
  }
}

/* --- discards (docs/rules.md, section 3) */

typedef struct {
  Set cards;
  int points;
} Discard;

static int discards(Set hand, Discard *found) {
  int number = 0;
  EACH(card, hand) found[number++] = (Discard){one((int)card), POINTS[card]};
  for (int rank = 0; rank < RANKS; rank++) {
    Set alike = hand & OF_RANK[rank];
    if (count(alike) < 2)
      continue;
    for (Set some = alike; some; some = (some - 1) & alike)
      if (count(some) >= 2)
        found[number++] = (Discard){some, points_of_rank(rank) * count(some)};
  }
  for (int suit = 0; suit < 4; suit++) {
    Set suited = hand & FIRST_SUIT << suit;
    if (count(suited) < 3)
      continue;
    for (int low = 1; low <= 11; low++) {
      Discard run = {0, 0};
      for (int rank = low; rank <= 13 && suited & one((rank - 1) * 4 + suit); rank++) {
        run.cards |= one((rank - 1) * 4 + suit);
        run.points += points_of_rank(rank);
        if (rank - low >= 2)
          found[number++] = run;
      }
    }
  }
  return number;
}

static int takeable(Set discard, int *cards) {
  int number = 0, low = first(discard), high = 63 - __builtin_clzll(discard);
  if (RANK[low] == RANK[high]) {
    EACH(card, discard) cards[number++] = (int)card;
    return number;
  }
  cards[0] = low;
  cards[1] = high;
  return 2;
}

/* --- what the best discards leave of a hand */

typedef struct {
  int total, left, cards, far;
} Shape;

static Discard best_of(Set hand) {
  Discard found[MOST_DISCARDS], best = {0, 0};
  int number = discards(hand, found);
  for (int i = 0; i < number; i++)
    if (i == 0 || found[i].points > best.points ||
        (found[i].points == best.points && count(found[i].cards) > count(best.cards)))
      best = found[i];
  return best;
}

static Shape shape_of(Set hand) {
  Discard best = best_of(hand), second = best_of(hand & ~best.cards);
  int total = sum(hand);
  return (Shape){total, total - best.points, count(hand & ~best.cards), total - best.points - second.points};
}
