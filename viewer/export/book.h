/* The solved game $rules: the answers for its $positions positions up to symmetry, packed, by oxobook $version.
 *
 * Cells are numbered from 0 in reading order, top-left 0; bit i of a mask is cell i. x and o are the masks of the
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

static const char *const ${prefix}_names[] = {$names};
static const uint32_t ${prefix}_lines[] = {
$lines
};
static const int8_t ${prefix}_below[] = {
$below
};
static const int8_t ${prefix}_symmetries[] = {
$symmetries
};
static const int ${prefix}_inverses[] = {
$inverses
};
static const int8_t ${prefix}_line_scores[] = {
$line_scores
};
static const int ${prefix}_signs[] = {$signs};
static const int ${prefix}_counted[] = {$counted};
static const int ${prefix}_counts[] = {
$counts
};
static const int8_t ${prefix}_symbols[] = {
$symbols
};
static const char ${prefix}_data[][97] = {
$data
};

static inline int ${prefix}_count(uint32_t mask) {
  int count = 0;
  for (; mask; mask &= mask - 1) count++;
  return count;
}

static inline uint32_t ${prefix}_image(uint32_t mask, int symmetry) {
  uint32_t image = 0;
  for (int cell = 0; cell < $cells; cell++)
    if (mask >> cell & 1) image |= (uint32_t)1 << ${prefix}_symmetries[symmetry * $cells + cell];
  return image;
}

/* The symmetry that takes a position to the one which stands for it. */
static inline int ${prefix}_canonical(uint32_t *x, uint32_t *o) {
  uint32_t least_x = *x, least_o = *o;
  int found = 0;
  for (int symmetry = 1; symmetry < $order; symmetry++) {
    uint32_t image_x = ${prefix}_image(*x, symmetry), image_o = ${prefix}_image(*o, symmetry);
    if (image_o < least_o || (image_o == least_o && image_x < least_x)) {
      least_x = image_x;
      least_o = image_o;
      found = symmetry;
    }
  }
  *x = least_x;
  *o = least_o;
  return found;
}

/* The cells that all completed lines share; all bits if there is none. */
static inline uint32_t ${prefix}_shared(uint32_t stones) {
  uint32_t shared = UINT32_MAX;
  for (int line = 0; line < $line_count; line++)
    if ((stones & ${prefix}_lines[line]) == ${prefix}_lines[line]) shared &= ${prefix}_lines[line];
  return shared;
}

static inline int ${prefix}_over(uint32_t x, uint32_t o, int ply) {
  int sign = ${prefix}_signs[(ply + 1) % 2];
  return ply > 0 && ${prefix}_counted[sign] && ${prefix}_shared(sign ? o : x) != UINT32_MAX;
}

static inline int ${prefix}_legal(uint32_t x, uint32_t o) {
  int ply = ${prefix}_count(x) + ${prefix}_count(o), sign = ${prefix}_signs[(ply + 1) % 2], o_stones = 0;
  for (int turn = 0; turn < ply; turn++) o_stones += ${prefix}_signs[turn % 2];
  if ((x & o) || (x | o) >> ($cells - 1) >> 1 || ${prefix}_count(o) != o_stones) return 0;
  for (int cell = 0; cell < $cells; cell++)
    if ((x | o) >> cell & 1 && ${prefix}_below[cell] >= 0 && !((x | o) >> ${prefix}_below[cell] & 1)) return 0;
  return (!${prefix}_counted[sign] || ${prefix}_shared(sign ? o : x)) &&
         (!${prefix}_counted[!sign] || ${prefix}_shared(sign ? x : o) == UINT32_MAX);
}

static inline int ${prefix}_can_play(uint32_t taken, int cell) {
  return !(taken >> cell & 1) && (${prefix}_below[cell] < 0 || taken >> ${prefix}_below[cell] & 1);
}

static inline uint32_t ${prefix}_mixed(uint32_t word) {
  word = (word ^ word >> 16) * 0x7feb352du;
  word = (word ^ word >> 15) * 0x846ca68bu;
  return word ^ word >> 16;
}

static inline int ${prefix}_bit(uint32_t place) {
  int code = ${prefix}_data[place / 576][place / 6 % 96];
  return (code - 35 - (code > 63) - (code > 92)) >> place % 6 & 1;
}

static inline int ${prefix}_stored(uint32_t x, uint32_t o) {
  ${prefix}_canonical(&x, &o);
  uint32_t one = ${prefix}_mixed(${prefix}_mixed(x ^ $seed) + o), two = ${prefix}_mixed(${prefix}_mixed(o ^ $seed) + x);
  int code = 0, first = 0, symbol = 0;
  for (uint32_t length = 1; length < $lengths; length++) {
    uint32_t step = (length - 1) * 0x9e3779b9u;
    code |= ${prefix}_bit(${prefix}_mixed(one + step) % $third) ^
            ${prefix}_bit(${prefix}_mixed(two + step) % $third + $third) ^
            ${prefix}_bit(${prefix}_mixed((one ^ two) + step) % $third + 2 * $third);
    if (code - first < ${prefix}_counts[length]) return ${prefix}_symbols[symbol + code - first];
    symbol += ${prefix}_counts[length];
    first = (first + ${prefix}_counts[length]) * 2;
    code *= 2;
  }
  return 0;
}

static inline int ${prefix}_score(uint32_t x, uint32_t o, int ply);

/* The score of each move for the mover, -128 where there is none; returns the best. */
static inline int ${prefix}_moves(uint32_t x, uint32_t o, int ply, int *scores) {
  int best = -128, over = ${prefix}_over(x, o, ply);
  for (int cell = 0; cell < $cells; cell++) {
    uint32_t stone = (uint32_t)1 << cell, to_o = ${prefix}_signs[ply % 2] ? stone : 0;
    scores[cell] = -128;
    if (over || !${prefix}_can_play(x | o, cell)) continue;
    scores[cell] = -${prefix}_score(x | (stone ^ to_o), o | to_o, ply + 1);
    if (scores[cell] > best) best = scores[cell];
  }
  return best;
}

static inline int ${prefix}_score(uint32_t x, uint32_t o, int ply) {
  int scores[$cells], is_open = 0;
  if (${prefix}_over(x, o, ply)) return ${prefix}_line_scores[ply];
  if (ply == $cells) return $full_score;
  if (ply % 2 != $parity) return ${prefix}_moves(x, o, ply, scores);
  for (int cell = 0; cell < $cells; cell++) {
    uint32_t stone = (uint32_t)1 << cell, to_o = ${prefix}_signs[ply % 2] ? stone : 0;
    if (${prefix}_can_play(x | o, cell) && ${prefix}_line_scores[ply + 1] < 0 &&
        ${prefix}_over(x | (stone ^ to_o), o | to_o, ply + 1))
      return -${prefix}_line_scores[ply + 1];
  }
  for (int line = 0; line < $line_count; line++)
    is_open |= !(o & ${prefix}_lines[line]) || (${prefix}_counted[1] && !(x & ${prefix}_lines[line]));
  if (!is_open) return ($cells - ply) % 2 ? -($full_score) : $full_score;
  return ${prefix}_stored(x, o);
}

/* The number of moves that keep the value, and *legal, that of all; 0 and 1 if the game is over. */
static inline int ${prefix}_safe_count(uint32_t x, uint32_t o, int ply, int *legal) {
  int scores[$cells], best = ${prefix}_moves(x, o, ply, scores), safe = 0;
  *legal = 0;
  for (int cell = 0; cell < $cells; cell++) {
    *legal += scores[cell] != -128;
    safe += scores[cell] != -128 && (scores[cell] > 0) - (scores[cell] < 0) == (best > 0) - (best < 0);
  }
  if (!*legal) *legal = 1;
  return safe;
}

static inline int ${prefix}_lookup(uint32_t x, uint32_t o, ${prefix}_answer *answer) {
  int scores[$cells], ply = ${prefix}_count(x) + ${prefix}_count(o);
  if (!${prefix}_legal(x, o)) return 0;
  int back = ${prefix}_inverses[${prefix}_canonical(&x, &o)], best = ${prefix}_moves(x, o, ply, scores);
  int score = best == -128 ? ${prefix}_score(x, o, ply) : best, least = 1, of = 0;
  answer->value = (score > 0) - (score < 0);
  answer->remoteness = (score ? $cells + 1 - score * answer->value : $cells) - ply;
  answer->best = answer->safe = 0;
  answer->pick = -1;
  for (int cell = 0; cell < $cells; cell++) {
    uint32_t stone = (uint32_t)1 << cell, to_o = ${prefix}_signs[ply % 2] ? stone : 0;
    if (scores[cell] == -128) continue;
    if ((scores[cell] > 0) - (scores[cell] < 0) == answer->value) answer->safe |= stone;
    if (scores[cell] != score) continue;
    answer->best |= stone;
    int legal = 1, safe = score > 0 ? 1 : ${prefix}_safe_count(x | (stone ^ to_o), o | to_o, ply + 1, &legal);
    if (!of || safe * of < least * legal) {
      least = safe;
      of = legal;
      answer->pick = cell;
    }
  }
  answer->best = ${prefix}_image(answer->best, back);
  answer->safe = ${prefix}_image(answer->safe, back);
  if (answer->pick >= 0) answer->pick = ${prefix}_symmetries[back * $cells + answer->pick];
  return 1;
}

#endif
