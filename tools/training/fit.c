/* fit turns|calls NETWORKS UNITS EPOCHS OUT.json FILE...

   Fits networks of one hidden layer to the positions that `positions` wrote, and writes their mean, which errs less
   than each of them, as one network that bot/players/network.py reads. Turns of one position lie one after the other:
   what counts is which of them is best, so that the error of their differences weighs more than that of the position. A
   twentieth is kept back to look at. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_UNITS = 128, MOST_NETWORKS = 8, MOST_ASKED = 128, MOST_IN_GROUP = 16, BATCH = 128, PARTS = 20 };
static const float RATE = 2e-3f, DECAY = 1e-5f, DIFFERENCES = 20;

static int asked, units, width;
static float *rows, scale[MOST_ASKED];
static long number, groups, *starts;
static uint64_t state = 1;

static uint64_t next(void) {
  uint64_t z = (state += 0x9E3779B97F4A7C15ULL);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
  return z ^ (z >> 31);
}
static float share(void) { return (float)(next() >> 40) / (float)(1 << 24); }

/* --- reading */

static void read_rows(int files, char **file) {
  long room = 0;
  for (int i = 0; i < files; i++) {
    FILE *from = fopen(file[i], "rb");
    if (!from) {
      perror(file[i]);
      exit(1);
    }
    fseek(from, 0, SEEK_END);
    room += ftell(from) / (long)sizeof(float) / width;
    fclose(from);
  }
  rows = malloc((size_t)room * (size_t)width * sizeof(float));
  starts = malloc((size_t)(room + 1) * sizeof(long));
  for (int i = 0; i < files; i++) {
    FILE *from = fopen(file[i], "rb");
    float position = -1, *row = rows + number * width;
    for (; fread(row, sizeof(float), (size_t)width, from) == (size_t)width; number++, row += width) {
      int same = width > asked + 1 && row[asked + 1] == position && number - starts[groups - 1] < MOST_IN_GROUP;
      if (!same)
        starts[groups++] = number;
      position = width > asked + 1 ? row[asked + 1] : -1;
    }
    fclose(from);
  }
  starts[groups] = number;
}

static void rescale(void) {
  for (int i = 0; i < asked; i++) {
    double total = 0, squares = 0;
    for (long row = 0; row < number; row++) {
      double x = rows[row * width + i];
      total += x;
      squares += x * x;
    }
    double variance = squares / (double)number - total / (double)number * total / (double)number;
    scale[i] = variance < 1e-6 ? 1 : (float)(1 / sqrt(variance));
    for (long row = 0; row < number; row++)
      rows[row * width + i] *= scale[i];
  }
}

/* --- the network: weights one number asked about after the other, then offsets, shares of the answer, its offset */

enum { MOST_VALUES = MOST_ASKED * MOST_UNITS + 2 * MOST_UNITS + 1 };
static float value[MOST_VALUES], slope[MOST_VALUES], first[MOST_VALUES], second[MOST_VALUES];

static float answer(const float *x, float *hidden) {
  const float *offsets = value + asked * units, *shares = offsets + units;
  memcpy(hidden, offsets, (size_t)units * sizeof(float));
  for (int i = 0; i < asked; i++) {
    if (x[i] == 0)
      continue;
    const float *weights = value + i * units;
    for (int unit = 0; unit < units; unit++)
      hidden[unit] += x[i] * weights[unit];
  }
  float total = shares[units];
  for (int unit = 0; unit < units; unit++)
    if (hidden[unit] > 0)
      total += hidden[unit] * shares[unit];
  return 1 / (1 + expf(-total));
}

static void add_slope(const float *x, const float *hidden, float wrong) {
  float *offsets = slope + asked * units, *shares = offsets + units, back[MOST_UNITS];
  const float *share_of = value + asked * units + units;
  shares[units] += wrong;
  for (int unit = 0; unit < units; unit++) {
    back[unit] = hidden[unit] > 0 ? wrong * share_of[unit] : 0;
    if (hidden[unit] > 0)
      shares[unit] += wrong * hidden[unit];
    offsets[unit] += back[unit];
  }
  for (int i = 0; i < asked; i++) {
    if (x[i] == 0)
      continue;
    float *weights = slope + i * units;
    for (int unit = 0; unit < units; unit++)
      weights[unit] += x[i] * back[unit];
  }
}

static void learn(long group) {
  static float hidden[MOST_IN_GROUP][MOST_UNITS], found[MOST_IN_GROUP];
  long start = starts[group], size = starts[group + 1] - start;
  float mean_found = 0, mean_wanted = 0;
  for (long i = 0; i < size; i++) {
    const float *row = rows + (start + i) * width;
    found[i] = answer(row, hidden[i]);
    mean_found += found[i] / (float)size;
    mean_wanted += row[asked] / (float)size;
  }
  for (long i = 0; i < size; i++) {
    const float *row = rows + (start + i) * width;
    float apart = (found[i] - mean_found) - (row[asked] - mean_wanted);
    add_slope(row, hidden[i], found[i] - row[asked] + DIFFERENCES * apart * found[i] * (1 - found[i]));
  }
}

/* Adam. */
static void step(long steps, long learned, float rate) {
  int values = asked * units + 2 * units + 1;
  float short_run = 1 - powf(.9f, (float)steps), long_run = 1 - powf(.999f, (float)steps);
  for (int i = 0; i < values; i++) {
    float towards = slope[i] / (float)learned + (i < asked * units ? DECAY * value[i] : 0);
    first[i] += .1f * (towards - first[i]);
    second[i] += .001f * (towards * towards - second[i]);
    value[i] -= rate * (first[i] / short_run) / (sqrtf(second[i] / long_run) + 1e-8f);
    slope[i] = 0;
  }
}

static void look(int epoch, long from) {
  float hidden[MOST_UNITS];
  double error = 0, gain = 0;
  for (long group = from; group < groups; group++) {
    float best = -1, wanted = 0;
    for (long row = starts[group]; row < starts[group + 1]; row++) {
      float found = answer(rows + row * width, hidden), truth = rows[row * width + asked];
      error += (found - truth) * (found - truth);
      if (found > best) {
        best = found;
        wanted = truth;
      }
    }
    gain += wanted - rows[starts[group] * width + asked];
  }
  printf("epoch %d: squared error %.5f, the best turn gains %.5f on the first\n", epoch,
         error / (double)(number - starts[from]), gain / (double)(groups - from));
  fflush(stdout);
}

static void write_list(FILE *file, int networks, float (*values)[MOST_VALUES], int from, float share_of) {
  fprintf(file, "[");
  for (int network = 0; network < networks; network++)
    for (int unit = 0; unit < units; unit++)
      fprintf(file, "%s%.4g", network || unit ? "," : "", values[network][from + unit] * share_of);
  fprintf(file, "]");
}

static void write_networks(const char *name, int networks, float (*values)[MOST_VALUES]) {
  FILE *file = fopen(name, "w");
  float offset = 0, share_of = 1 / (float)networks;
  fprintf(file, "{\"hidden\":[");
  for (int network = 0; network < networks; network++) {
    for (int unit = 0; unit < units; unit++) {
      fprintf(file, network || unit ? ",\n[" : "\n[");
      for (int i = 0; i < asked; i++)
        fprintf(file, "%s%.4g", i ? "," : "", values[network][i * units + unit] * scale[i]);
      fprintf(file, "]");
    }
    offset += values[network][(asked + 2) * units] * share_of;
  }
  fprintf(file, "],\n\"offsets\":");
  write_list(file, networks, values, asked * units, 1);
  fprintf(file, ",\n\"answer\":");
  write_list(file, networks, values, (asked + 1) * units, share_of);
  fprintf(file, ",\n\"offset\":%.4g}\n", offset);
  fclose(file);
}

static void fit(int epochs, long learning) {
  memset(value, 0, sizeof value);
  memset(first, 0, sizeof first);
  memset(second, 0, sizeof second);
  for (int i = 0; i < asked * units; i++)
    value[i] = sqrtf(2.f / (float)asked) * (share() + share() + share() + share() - 2) * 1.7f;
  for (int unit = 0; unit < units; unit++)
    value[(asked + 1) * units + unit] = .2f * (share() - .5f);
  long steps = 0, all = (long)epochs * (learning / BATCH);
  for (int epoch = 1; epoch <= epochs; epoch++) {
    for (long batch = 0; batch < learning / BATCH; batch++) {
      long learned = 0;
      for (long i = 0; i < BATCH; i++) {
        long group = (long)(next() % (uint64_t)learning);
        learn(group);
        learned += starts[group + 1] - starts[group];
      }
      float done = (float)steps++ / (float)all;
      step(steps, learned, RATE * .5f * (1 + cosf(3.14159265f * done)));
    }
    look(epoch, learning);
  }
}

/* Bring the positions in an arbitrary order, so that those to look at come out of every file. */
static void mix(void) {
  long *order = malloc((size_t)groups * sizeof(long)), *begin = malloc((size_t)(groups + 1) * sizeof(long)), at = 0;
  for (long i = 0; i < groups; i++)
    order[i] = i;
  for (long i = groups - 1; i > 0; i--) {
    long j = (long)(next() % (uint64_t)(i + 1)), group = order[i];
    order[i] = order[j];
    order[j] = group;
  }
  float *sorted = malloc((size_t)number * (size_t)width * sizeof(float));
  for (long i = 0; i < groups; i++) {
    long size = starts[order[i] + 1] - starts[order[i]];
    memcpy(sorted + at * width, rows + starts[order[i]] * width, (size_t)(size * width) * sizeof(float));
    begin[i] = at;
    at += size;
  }
  begin[groups] = number;
  free(order);
  free(rows);
  free(starts);
  rows = sorted;
  starts = begin;
}

int main(int arguments, char **argument) {
  static float found[MOST_NETWORKS][MOST_VALUES];
  if (arguments < 7) {
    fprintf(stderr, "fit turns|calls NETWORKS UNITS EPOCHS OUT.json FILE...\n");
    return 2;
  }
  int turns = !strcmp(argument[1], "turns"), networks = atoi(argument[2]);
  asked = turns ? 92 : 32;
  width = asked + 1 + turns;
  units = atoi(argument[3]);
  if (units > MOST_UNITS || networks > MOST_NETWORKS)
    return 2;
  read_rows(arguments - 6, argument + 6);
  mix();
  rescale();
  for (int network = 0; network < networks; network++) {
    fit(atoi(argument[4]), groups - groups / PARTS);
    memcpy(found[network], value, sizeof value);
    write_networks(argument[5], network + 1, found);
  }
  return 0;
}
