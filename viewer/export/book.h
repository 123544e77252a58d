/* The solved game $rules: $count positions up to symmetry, by oxobook $version.
 *
 * Cells are numbered 0..$last in reading order, top-left 0; bit i of a mask is cell i. x and o are the masks of the
 * stones. ${prefix}_lookup fills *answer and returns 1, or returns 0 when no legal game reaches the position.
 * value: 1 win, 0 draw, -1 loss for the side to move; remoteness: plies until the game ends; best: the moves that
 * win soonest, draw, or lose latest; safe: the moves that keep the value; pick: one best move, -1 at the end.
 */
#ifndef ${guard}_H
#define ${guard}_H

#include <stdint.h>

#define ${guard}_CELLS $cells

typedef struct {
  int value;
  int remoteness;
  uint32_t best;
  uint32_t safe;
  int pick;
} ${prefix}_answer;

static const char *const ${prefix}_names[$cells] = {
$names
};
static const uint64_t ${prefix}_keys[$count] = {
$keys
};
static const int8_t ${prefix}_values[$count] = {
$values
};
static const uint8_t ${prefix}_remoteness[$count] = {
$remoteness
};
static const uint32_t ${prefix}_best[$count] = {
$best
};
static const uint32_t ${prefix}_safe[$count] = {
$safe
};
static const int8_t ${prefix}_picks[$count] = {
$picks
};
static const uint8_t ${prefix}_symmetries[$order][$cells] = {
$permutations
};
static const uint8_t ${prefix}_inverses[$order] = {$inverses};

static inline uint32_t ${prefix}_image(uint32_t mask, int symmetry) {
  uint32_t image = 0;
  for (int cell = 0; cell < $cells; cell++)
    if (mask >> cell & 1) image |= (uint32_t)1 << ${prefix}_symmetries[symmetry][cell];
  return image;
}

static inline int ${prefix}_lookup(uint32_t x, uint32_t o, ${prefix}_answer *answer) {
  uint64_t least = UINT64_MAX;
  int back = 0;
  if ((x | o) >> $last >> 1) return 0;
  for (int symmetry = 0; symmetry < $order; symmetry++) {
    uint64_t key = ${prefix}_image(x, symmetry) | (uint64_t)${prefix}_image(o, symmetry) << $cells;
    if (key < least) {
      least = key;
      back = ${prefix}_inverses[symmetry];
    }
  }
  int low = 0, high = $count;
  while (low < high) {
    int middle = (low + high) / 2;
    if (${prefix}_keys[middle] < least) low = middle + 1;
    else high = middle;
  }
  if (low == $count || ${prefix}_keys[low] != least) return 0;
  answer->value = ${prefix}_values[low];
  answer->remoteness = ${prefix}_remoteness[low];
  answer->best = ${prefix}_image(${prefix}_best[low], back);
  answer->safe = ${prefix}_image(${prefix}_safe[low], back);
  answer->pick = ${prefix}_picks[low] < 0 ? -1 : ${prefix}_symmetries[back][${prefix}_picks[low]];
  return 1;
}

#endif
