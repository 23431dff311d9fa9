/* Players that are quick: greedy, and one that judges hands as bot/players/hand_cost.py does. */
#include "game.h"

enum { TABLE = 22, MOST_TURNS_WEIGHED = 200 };

static void greedy(const Round *round, Action *action) {
  Set hand = round->hand[round->mover];
  action->calls = sum(hand) <= LIMIT;
  if (action->calls)
    return;
  action->discard = best_of(hand).cards;
  action->draw = -1;
  Set kept = hand & ~action->discard;
  int best = can_draw(round) ? 2 : 9, fewest = 0;
  for (int i = 0; i < round->opens; i++) {
    int card = round->open[i], kind = kept & OF_RANK[RANK[card]] ? 0 : POINTS[card] <= 3 ? 1 : 3;
    if (kind < best || (kind == best && POINTS[card] < fewest)) {
      best = kind;
      fewest = POINTS[card];
      action->draw = card;
    }
  }
}

/* The figures were found by trying others in many thousand rounds. */
static double cost_of(Set hand) {
  Shape shape = shape_of(hand);
  double cost = .18 * (shape.left < LIMIT ? shape.left : LIMIT) + .197055 * (shape.far < LIMIT ? shape.far : LIMIT);
  cost += .0380503 * (shape.far > LIMIT ? shape.far - LIMIT : 0) + .243801 * shape.cards + .00540923 * shape.total;
  if (shape.total <= LIMIT)
    cost -= 2.7 - .321724 * shape.total;
  int gaps = 0;
  for (int suit = 0; suit < 4; suit++) {
    Set suited = hand & FIRST_SUIT << suit;
    gaps += count(suited & suited >> 8);
  }
  return cost - .0794375 * count(hand & OF_RANK[1]) - .020341 * gaps;
}

/* --- costs are remembered: of a hand, and of the mean of what it may draw from the whole deck */

typedef struct {
  Set hand;
  float cost;
} Known;
static Known *HELD, *DRAWING;

static void make_players(void) {
  make_cards();
  HELD = calloc(1 << TABLE, sizeof(Known));
  DRAWING = calloc(1 << TABLE, sizeof(Known));
}

static Known *place(Known *table, Set hand) {
  Set at = (hand * 0x9E3779B97F4A7C15ULL) >> (64 - TABLE);
  for (Set i = 0; i < 8; i++) {
    Known *known = &table[(at + i) & ((1 << TABLE) - 1)];
    if (known->hand == hand || known->hand == 0)
      return known;
  }
  return &table[at];
}

static double held(Set hand) {
  Known *known = place(HELD, hand);
  if (known->hand != hand)
    *known = (Known){hand, (float)cost_of(hand)};
  return known->cost;
}

static double drawing(Set kept) {
  Set name = kept ? kept : 1ULL << 60;
  Known *known = place(DRAWING, name);
  if (known->hand != name) {
    double total = 0;
    EACH(card, DECK & ~kept) total += held(kept | one((int)card));
    *known = (Known){name, (float)(total / count(DECK & ~kept))};
  }
  return known->cost;
}

static double gift(Set discard, Set known) {
  int cards[8], number = takeable(discard, cards), fewest = 99, match = 0;
  for (int i = 0; i < number; i++) {
    if (POINTS[cards[i]] < fewest)
      fewest = POINTS[cards[i]];
    if (known & OF_RANK[RANK[cards[i]]])
      match = 1;
  }
  return .319283 * (fewest < 4 ? (4 - fewest) * (4 - fewest) / 16. : 0) + .213417 * match;
}

/* --- the chance that a hand of so many cards is worth no more than that, each of its hidden cards drawn by itself */

static double assaf_chance(int enough, int cards, Set known, Set hidden, double rarer) {
  int room = enough - sum(known), number = cards - count(known);
  if (room < 0)
    return 0;
  if (number == 0)
    return 1;
  double weight[16] = {0}, total = 0, sums[16] = {1};
  EACH(card, hidden) {
    double w = exp(-rarer * POINTS[card]);
    total += w;
    if (POINTS[card] <= room)
      weight[POINTS[card]] += w;
  }
  for (int i = 0; i < number; i++) {
    double more[16] = {0};
    for (int x = 0; x <= room; x++)
      if (sums[x] > 0)
        for (int y = 0; x + y <= room; y++)
          more[x + y] += sums[x] * weight[y] / total;
    memcpy(sums, more, sizeof sums);
  }
  double chance = 0;
  for (int x = 0; x <= room; x++)
    chance += sums[x];
  return chance;
}

/* --- a turn: the cheapest ones come first */

typedef struct {
  double cost;
  Set discard;
  int draw;
} Turn;

static int cheapest(const Round *round, Turn *turns, int most) {
  Set hand = round->hand[round->mover], known = round->known[1 - round->mover];
  Discard found[MOST_DISCARDS];
  int number = 0, discarding = discards(hand, found);
  for (int i = 0; i < discarding; i++) {
    Set cards = found[i].cards, kept = hand & ~cards;
    double left = gift(cards, known);
    if (can_draw(round))
      turns[number++] = (Turn){drawing(kept) + left, cards, -1};
    for (int j = 0; j < round->opens; j++)
      turns[number++] = (Turn){held(kept | one(round->open[j])) + left, cards, round->open[j]};
  }
  for (int i = 1; i < number; i++)
    for (int j = i; j > 0 && turns[j].cost < turns[j - 1].cost; j--) {
      Turn turn = turns[j];
      turns[j] = turns[j - 1];
      turns[j - 1] = turn;
    }
  return number < most ? number : most;
}

static int quick_calls(const Round *round) {
  int seat = round->mover, other = 1 - seat, turns = (round->turns + 1) / 2, points = sum(round->hand[seat]);
  double rarer = .02 * (turns < 4 ? turns / 4. : 1);
  return points <= LIMIT &&
         assaf_chance(points, count(round->hand[other]), round->known[other], unseen(round), rarer) <= .493955;
}

static void quick_turn(const Round *round, Action *action) {
  Turn turns[MOST_TURNS_WEIGHED];
  cheapest(round, turns, 1);
  *action = (Action){turns[0].discard, turns[0].draw, 0};
}

static void quick(const Round *round, Action *action) {
  if (quick_calls(round))
    action->calls = 1;
  else
    quick_turn(round, action);
}
