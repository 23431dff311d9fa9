/* The numbers of bot/players/turn_numbers.py and call_numbers.py, the networks that ask for them, and the player who
   plays by them. */
#include "players.h"

enum { MOST_NUMBERS = 128, SHAPES = 21 };

/* --- shapes are remembered */

typedef struct {
  Set hand;
  Shape shape;
  double cost;
} Seen;
static Seen *SEEN;

static void make_numbers(void) {
  make_players();
  SEEN = calloc(1 << SHAPES, sizeof(Seen));
}

static const Seen *seen(Set hand) {
  Seen *seen = &SEEN[(hand * 0x9E3779B97F4A7C15ULL) >> (64 - SHAPES)];
  if (seen->hand != hand)
    *seen = (Seen){hand, shape_of(hand), cost_of(hand)};
  return seen;
}

/* --- a turn */

typedef struct {
  double left, far, total, can_call, spare, cost, cards;
} Draw;

static Draw after_draw(Set kept, int draw, Set hidden) {
  Draw mean = {0};
  Set cards = draw < 0 ? hidden : one(draw);
  int number = count(cards);
  EACH(card, cards) {
    const Seen *hand = seen(kept | one((int)card));
    mean.left += hand->shape.left;
    mean.far += hand->shape.far;
    mean.total += hand->shape.total;
    mean.cards += hand->shape.cards;
    mean.cost += hand->cost;
    if (hand->shape.total <= LIMIT) {
      mean.can_call += 1;
      mean.spare += LIMIT - hand->shape.total;
    }
  }
  if (number) {
    mean.left /= number;
    mean.far /= number;
    mean.total /= number;
    mean.can_call /= number;
    mean.spare /= number;
    mean.cost /= number;
    mean.cards /= number;
  }
  return mean;
}

static int single(Set cards) { return count(cards) == 1; }
static double thrown(Set cards) { return single(cards) ? sum(cards) * .1 : 0; }

static int turn_numbers(const Round *round, Set kept, Set discard, int draw, Set hidden, float *x) {
  int seat = round->mover, other = 1 - seat, n = 0, cards = count(round->hand[other]);
  Set known = round->known[other];
  Draw to = after_draw(kept, draw, hidden);
  x[n++] = draw < 0;
  x[n++] = to.left * .1;
  x[n++] = to.far * .1;
  x[n++] = to.total * .1;
  x[n++] = to.can_call;
  x[n++] = to.spare;
  x[n++] = to.cost;
  x[n++] = to.cards;
  x[n++] = to.left > LIMIT ? .7 : to.left * .1;
  x[n++] = to.far > LIMIT ? .7 : to.far * .1;
  for (int i = 0; i < 4; i++)
    x[n++] = count(kept) == i;
  x[n++] = sum(kept) * .1;
  for (int i = 1; i <= 4; i++)
    x[n++] = cards == i;
  double near = cards <= 2 ? 1 : cards == 3 ? .5 : 0;
  x[n++] = near * to.cost;
  x[n++] = near * to.left * .1;
  x[n++] = near * to.far * .1;
  x[n++] = near * to.can_call;
  x[n++] = count(known);
  x[n++] = sum(known) * .1;
  x[n++] = count(known) == cards ? sum(known) * .1 : 0;
  x[n++] = count(known) == cards;
  for (int rank = 0; rank < RANKS; rank++)
    x[n++] = count(kept & OF_RANK[rank]);
  for (int rank = 0; rank < RANKS; rank++)
    x[n++] = draw >= 0 && RANK[draw] == rank;
  int left[8], lefts = takeable(discard, left), match = 0, fewest = 99, mates_left = 0;
  for (int rank = 0; rank < RANKS; rank++) {
    int offered = 0;
    for (int i = 0; i < lefts; i++)
      offered |= RANK[left[i]] == rank;
    x[n++] = offered;
  }
  for (int i = 0; i < lefts; i++) {
    int mates = count(hidden & OF_RANK[RANK[left[i]]]);
    match |= (known & OF_RANK[RANK[left[i]]]) != 0;
    if (POINTS[left[i]] < fewest)
      fewest = POINTS[left[i]];
    if (mates > mates_left)
      mates_left = mates;
  }
  x[n++] = count(discard) > 1;
  x[n++] = lefts;
  x[n++] = match;
  x[n++] = fewest * .1;
  Set last = round->last[other], earlier = round->earlier[other];
  x[n++] = thrown(last);
  x[n++] = single(last);
  x[n++] = count(last) > 1;
  x[n++] = round->took[other];
  x[n++] = single(last) && sum(last) <= 3;
  x[n++] = single(last) && sum(last) <= 6;
  int ends = 0, gaps = 0, mates = 0, worth = 0;
  Set hand = draw < 0 ? kept : kept | one(draw);
  for (int suit = 0; suit < 4; suit++) {
    Set suited = hand & FIRST_SUIT << suit, pairs = suited & suited >> 4, around = suited & suited >> 8;
    EACH(low, pairs) {
      if (low >= 4)
        ends += hidden >> (low - 4) & 1;
      if (low + 8 < 52)
        ends += hidden >> (low + 8) & 1;
    }
    EACH(low, around) gaps += hidden >> (low + 4) & 1;
  }
  EACH(card, kept) {
    int alike = count(hidden & OF_RANK[RANK[card]]);
    mates += alike;
    worth += alike * POINTS[card];
  }
  x[n++] = ends;
  x[n++] = gaps;
  x[n++] = mates * .3;
  x[n++] = worth * .03;
  x[n++] = mates_left;
  x[n++] = thrown(earlier);
  x[n++] = single(earlier);
  x[n++] = (float)sum(hidden) / (count(hidden) + 1) * .1f;
  x[n++] = count(hidden & OF_RANK[0]);
  x[n++] = count(round->known[seat] & kept) * .5f;
  x[n++] = round->turns < 20 ? round->turns * .1 : 2;
  x[n++] = round->turns <= 1;
  x[n++] = round->in_stock * .03;
  return n;
}

/* --- a call */

static int call_numbers(const Round *round, Set hidden, float *x) {
  int seat = round->mover, other = 1 - seat, n = 0, enough = sum(round->hand[seat]);
  Set known = round->known[other], last = round->last[other], earlier = round->earlier[other];
  int cards = count(round->hand[other]), number = cards - count(known), room = enough - sum(known);
  int fitting = room < 0 ? 0 : room > 8 ? 8 : room, low = 0;
  EACH(card, hidden) low += POINTS[card] <= room;
  double part = hidden ? (double)low / count(hidden) : 0;
  int points = last ? sum(last) / count(last) : 0, several = last && !single(last);
  x[n++] = 1;
  for (int i = 1; i <= 4; i++)
    x[n++] = number == i;
  for (int i = 1; i <= 4; i++)
    x[n++] = number == i ? fitting : 0;
  x[n++] = number == 0 && room >= 0;
  x[n++] = room < 0;
  x[n++] = number >= 4 ? fitting : 0;
  for (int i = 1; i <= 3; i++)
    x[n++] = number == i ? part : 0;
  x[n++] = number >= 4 ? part : 0;
  x[n++] = single(last) ? points : 0;
  x[n++] = single(last) && number <= 2 ? points : 0;
  x[n++] = single(last) && points <= 4;
  x[n++] = several;
  x[n++] = several ? points : 0;
  x[n++] = round->took[other];
  x[n++] = count(known);
  x[n++] = round->turns < 20 ? round->turns : 20;
  x[n++] = enough;
  x[n++] = thrown(earlier);
  x[n++] = single(earlier);
  x[n++] = assaf_chance(enough, cards, known, hidden, 0);
  x[n++] = assaf_chance(enough, cards, known, hidden, .03);
  x[n++] = assaf_chance(enough, cards, known, hidden, .08);
  x[n++] = number == 0;
  x[n++] = round->turns <= 1;
  return n;
}

/* --- networks, as bot/players/network.py reads them */

typedef struct {
  int asked, units;
  float *values;
} Network;

static Network read_network(const char *file, int asked) {
  Network network = {asked, 0, NULL};
  FILE *from = fopen(file, "r");
  if (!from) {
    perror(file);
    exit(1);
  }
  int size = 1 << 20, number = 0;
  char *text = calloc((size_t)size, 1), *at = text, *end;
  network.values = calloc((size_t)size, sizeof(float));
  size_t length = fread(text, 1, (size_t)size - 1, from);
  fclose(from);
  while (at < text + length) {
    float value = strtof(at, &end);
    if (end == at || *at == 'i' || *at == 'n')
      at++;
    else {
      network.values[number++] = value;
      at = end;
    }
  }
  free(text);
  network.units = (number - 1) / (asked + 2);
  return network;
}

static double answer(const Network *network, const float *asked) {
  const float *offsets = network->values + network->asked * network->units, *shares = offsets + network->units;
  double total = shares[network->units];
  for (int unit = 0; unit < network->units; unit++) {
    const float *weights = network->values + unit * network->asked;
    float value = offsets[unit];
    for (int i = 0; i < network->asked; i++)
      value += weights[i] * asked[i];
    if (value > 0)
      total += (double)value * shares[unit];
  }
  return 1 / (1 + exp(-total));
}

/* --- the player: it weighs the cheapest turns, and a call against the best of them */

static Network TURNS, CALLS;

/* Return the chance of winning with the action chosen, or, of a call, whether it stands. */
static double trained(const Round *round, int weighed, Action *action) {
  int seat = round->mover;
  Set hidden = unseen(round);
  Turn turns[MOST_TURNS_WEIGHED];
  int number = cheapest(round, turns, weighed);
  float x[MOST_NUMBERS];
  double best = -1;
  for (int i = 0; i < number; i++) {
    turn_numbers(round, round->hand[seat] & ~turns[i].discard, turns[i].discard, turns[i].draw, hidden, x);
    double chance = answer(&TURNS, x);
    if (chance > best) {
      best = chance;
      *action = (Action){turns[i].discard, turns[i].draw, 0};
    }
  }
  if (sum(round->hand[seat]) > LIMIT)
    return best;
  call_numbers(round, hidden, x);
  if (1 - answer(&CALLS, x) <= best)
    return best;
  action->calls = 1;
  return sum(round->hand[1 - seat]) > sum(round->hand[seat]);
}
