/* $claim: the strategy of a certificate of $rules, which searches nothing but forced wins, by oxobook $version.

   A game is the text of its columns, from 1 on the left: "4453". For a game in which $owner is to move,
   ${prefix}_move gives $owner's column; 0 if the game is over, if $owner is not to move, or if $owner has not played by this strategy.
   The strategy has a move for $moves positions, mirror images apart, and a sheet for $leaves more. A sheet lists cells by which the
   game is played until it comes to another of these positions: win, or else force a win by moves that leave one reply each, or else take
   the first cell of the sheet after which the other side neither wins nor does so by threats.

   Each character of the tables is a digit from 0 to 63: those from # on, without ? and backslash. */

#ifndef $guard
#define $guard

#include <stdint.h>

static const uint64_t ${prefix}_lines[] = {
$masks
};
/* Two numbers for each of $count positions: how much its key exceeds the one before, and its column, from 0, or $columns and more, its
   sheet. A number has digits of five bits, the highest first, with 32 added to all but the last. */
static const char ${prefix}_positions[][$width + 1] = {
$positions
};
/* The cells of each sheet, numbered in reading order from 0; those that it does not list come last, in this order. */
static const char *const ${prefix}_sheets[] = {
$sheets
};

/* The cells that take the next stone. */
static inline uint64_t ${prefix}_playable(uint64_t taken) {
  uint64_t full = UINT64_MAX >> (64 - $cells);
  return full & ~taken & (taken >> $columns | ~(full >> $columns));
}

/* The cells that complete a line of these stones. */
static inline uint64_t ${prefix}_lasts(uint64_t stones) {
  uint64_t found = 0;
  for (int line = 0; line < $line_count; line++) {
    uint64_t rest = ${prefix}_lines[line] & ~stones;
    if (!(rest & (rest - 1))) found |= rest;
  }
  return found;
}

static inline int ${prefix}_digit(char code) {
  return code - 35 - (code > 63) - (code > 92);
}

/* The number whose digits begin at a place, which is moved behind them. */
static inline uint64_t ${prefix}_number(int *place) {
  uint64_t number = 0;
  for (int digit = 32; digit >= 32; ++*place) {
    digit = ${prefix}_digit(${prefix}_positions[*place / $width][*place % $width]);
    number = number << 5 | (digit & 31);
  }
  return number;
}

static inline uint64_t ${prefix}_mirrored(uint64_t cells) {
  uint64_t found = 0;
  for (int cell = 0; cell < $cells; cell++) found |= (cells >> cell & 1) << (cell + $columns - 1 - cell % $columns * 2);
  return found;
}

/* $rows + 1 bits for each column, from the right: a bit 1, then one for each stone from the bottom up, 1 for $owner's. */
static inline uint64_t ${prefix}_key(uint64_t own, uint64_t their) {
  uint64_t key = 0;
  for (int column = $columns - 1; column >= 0; column--) {
    uint64_t stones = 1;
    for (int row = $rows - 1; row >= 0; row--) {
      int cell = row * $columns + column;
      if ((own | their) >> cell & 1) stones = stones << 1 | (own >> cell & 1);
    }
    key = key << ($rows + 1) | stones;
  }
  return key;
}

/* The column or the sheet of a position, and whether the table has its mirror image; -1 if it is none of the strategy. */
static inline int ${prefix}_value(uint64_t own, uint64_t their, int *is_mirrored) {
  uint64_t image = ${prefix}_mirrored(own), other = ${prefix}_mirrored(their), key, found = 0;
  int value = -1, place = 0;
  *is_mirrored = image < own || (image == own && other < their);
  key = *is_mirrored ? ${prefix}_key(image, other) : ${prefix}_key(own, their);
  for (int number = 0; number < $count && found < key; number++) {
    found += ${prefix}_number(&place);
    value = ${prefix}_number(&place);
  }
  return found == key ? value : -1;
}

/* The first cell by which a side wins by threats or, looking further, by force; -1 if it cannot. It leaves at most one reply after
   which the side does not complete a line or, looking further, win by threats. */
static inline int ${prefix}_forced(uint64_t own, uint64_t their, int is_further) {
  uint64_t legal = ${prefix}_playable(own | their), theirs = ${prefix}_lasts(their);
  for (int cell = 0; cell < $cells; cell++) {
    uint64_t stone = (uint64_t)1 << cell, mine = own | stone, replies = ${prefix}_playable(mine | their), left = 0;
    if (!(legal & stone) || !replies || theirs & replies) continue;
    uint64_t ours = ${prefix}_lasts(mine);
    if (ours & replies) replies &= ours;
    for (; replies && !(left & (left - 1)); replies &= replies - 1) {
      uint64_t reply = replies & (~replies + 1), then = their | reply;
      if (!(ours & ${prefix}_playable(mine | then)) && !(is_further && ${prefix}_forced(mine, then, 0) >= 0)) left |= reply;
    }
    if (!left || (!(left & (left - 1)) && ${prefix}_forced(mine, their | left, is_further) >= 0)) return cell;
  }
  return -1;
}

/* The column that a sheet plays; -1 if there is none. */
static inline int ${prefix}_ranked(uint64_t own, uint64_t their, const char *sheet, int is_mirrored) {
  uint64_t legal = ${prefix}_playable(own | their), theirs = ${prefix}_lasts(their);
  for (int is_further = 0; is_further < 2; is_further++) {
    int found = ${prefix}_forced(own, their, is_further);
    if (found >= 0) return found % $columns;
  }
  for (int rest = 0; *sheet || rest < $cells;) {
    int cell = *sheet ? ${prefix}_digit(*sheet++) : rest++;
    uint64_t stone = is_mirrored ? ${prefix}_mirrored((uint64_t)1 << cell) : (uint64_t)1 << cell;
    if (stone & legal && !(theirs & ${prefix}_playable(own | their | stone)) && ${prefix}_forced(their, own | stone, 0) < 0)
      return is_mirrored ? $columns - 1 - cell % $columns : cell % $columns;
  }
  return -1;
}

static inline int ${prefix}_move(const char *game) {
  uint64_t own = 0, their = 0;
  const char *sheet = 0;
  int is_mirrored = 0, is_over = 0;
  for (int turn = 0;; turn++, game++) {
    uint64_t legal = ${prefix}_playable(own | their), stone, winning = ${prefix}_lasts(own) & legal;
    int column = *game - '1', is_own = turn % 2 == $turn;
    if (is_over || (!is_own && !*game)) return 0;
    if (is_own) {
      int move = 0;
      if (winning) {
        while (!(winning >> move & 1)) move++;
        move %= $columns;
      } else {
        int is_image, value = ${prefix}_value(own, their, &is_image);
        if (value >= 0) {
          sheet = value < $columns ? 0 : ${prefix}_sheets[value - $columns];
          is_mirrored = is_image;
        }
        if (sheet) move = ${prefix}_ranked(own, their, sheet, is_mirrored);
        else move = value >= 0 && is_mirrored ? $columns - 1 - value : value;
      }
      if (!*game) return move + 1;
      if (move != column) return 0;
      is_over = winning != 0;
    }
    if (column < 0 || column >= $columns) return 0;
    for (stone = (uint64_t)1 << column; stone && !(legal & stone);) stone = stone << $columns & UINT64_MAX >> (64 - $cells);
    if (!stone) return 0;
    if (is_own) own |= stone;
    else their |= stone;
  }
}

#endif
