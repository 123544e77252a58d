//! The solved game $rules: the answers for its $positions positions up to symmetry, packed, by oxobook $version.
//!
//! Cells are numbered from 0 in reading order, top-left 0; bit i of a mask is cell i. x and o are the masks of the
//! stones. `lookup` gives None when no legal game reaches the position. `play` gives a move for a level and a random
//! number: of 4 moves, `EASY` makes 1 by the book, `MEDIUM` 3 and `PERFECT` all; the others are any legal moves with
//! equal odds.

#![allow(dead_code)]

pub const CELLS: usize = $cells;
pub const EASY: u32 = 1;
pub const MEDIUM: u32 = 3;
pub const PERFECT: u32 = 4;
pub const NAMES: [&str; CELLS] = [$names];

/// The answer for a position: value 1 win, 0 draw, -1 loss for the side to move; remoteness, plies until the game ends;
/// best, the moves that win soonest, draw, or lose latest; safe, those that keep the value; pick, one best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub value: i32,
    pub remoteness: i32,
    pub best: u32,
    pub safe: u32,
    pub pick: Option<usize>,
}

const LINES: &[u32] = &[
$lines
];
const BELOW: &[i32] = &[
$below
];
const SYMMETRIES: &[u8] = &[
$symmetries
];
const INVERSES: &[usize] = &[
$inverses
];
const LINE_SCORES: &[i32] = &[
$line_scores
];
const FULL_SCORE: i32 = $full_score;
const SIGNS: &[usize] = &[$signs];
const COUNTED: &[i32] = &[$counted];
const COUNTS: &[usize] = &[
$counts
];
const SYMBOLS: &[i32] = &[
$symbols
];
const DATA: &[&str] = &[
$data
];

fn image(mask: u32, symmetry: usize) -> u32 {
    (0..CELLS).filter(|cell| mask >> cell & 1 == 1).fold(0, |all, cell| all | 1 << SYMMETRIES[symmetry * CELLS + cell])
}

/// The position that stands for one, and the symmetry that leads there.
fn canonical(x: u32, o: u32) -> (u32, u32, usize) {
    let images = (0..INVERSES.len()).map(|symmetry| (image(o, symmetry), image(x, symmetry), symmetry));
    let (o, x, symmetry) = images.min().unwrap();
    (x, o, symmetry)
}

fn lines() -> impl Iterator<Item = u32> {
    LINES.iter().copied().take($line_count)
}

/// The cells that all completed lines share; all bits if there is none.
fn shared(stones: u32) -> u32 {
    lines().filter(|line| stones & line == *line).fold(u32::MAX, |all, line| all & line)
}

fn is_over(x: u32, o: u32, ply: usize) -> bool {
    let sign = SIGNS[(ply + 1) % 2];
    ply > 0 && COUNTED[sign] == 1 && shared([x, o][sign]) != u32::MAX
}

fn is_legal(x: u32, o: u32) -> bool {
    let ply = (x.count_ones() + o.count_ones()) as usize;
    let sign = SIGNS[(ply + 1) % 2];
    let stones: usize = (0..ply).map(|turn| SIGNS[turn % 2]).sum();
    x & o == 0
        && (x | o) >> (CELLS - 1) >> 1 == 0
        && o.count_ones() as usize == stones
        && (0..CELLS).all(|cell| (x | o) >> cell & 1 == 0 || rests(x | o, cell))
        && (COUNTED[sign] == 0 || shared([x, o][sign]) != 0)
        && (COUNTED[1 - sign] == 0 || shared([x, o][1 - sign]) == u32::MAX)
}

fn rests(taken: u32, cell: usize) -> bool {
    BELOW[cell] < 0 || taken >> BELOW[cell] & 1 == 1
}

fn playable(taken: u32) -> Vec<usize> {
    (0..CELLS).filter(|&cell| taken >> cell & 1 == 0 && rests(taken, cell)).collect()
}

fn played(x: u32, o: u32, cell: usize, ply: usize) -> (u32, u32, usize) {
    if SIGNS[ply % 2] == 1 { (x, o | 1 << cell, ply + 1) } else { (x | 1 << cell, o, ply + 1) }
}

fn mixed(word: u32) -> u32 {
    let word = (word ^ word >> 16).wrapping_mul(0x7feb_352d);
    let word = (word ^ word >> 15).wrapping_mul(0x846c_a68b);
    word ^ word >> 16
}

fn bit(place: u32) -> usize {
    let code = DATA[(place / 576) as usize].as_bytes()[(place / 6 % 96) as usize] as usize;
    (code - 35 - (code > 63) as usize - (code > 92) as usize) >> (place % 6) & 1
}

fn stored(x: u32, o: u32) -> i32 {
    let (x, o, _) = canonical(x, o);
    let (one, two) = (mixed(mixed(x ^ $seed).wrapping_add(o)), mixed(mixed(o ^ $seed).wrapping_add(x)));
    let (mut code, mut first, mut symbol) = (0, 0, 0);
    for length in 1..COUNTS.len() {
        let step = (length as u32 - 1).wrapping_mul(0x9e37_79b9);
        for (third, word) in [one, two, one ^ two].into_iter().enumerate() {
            code ^= bit(mixed(word.wrapping_add(step)) % $third + third as u32 * $third);
        }
        if code < first + COUNTS[length] {
            return SYMBOLS[symbol + code - first];
        }
        symbol += COUNTS[length];
        first = (first + COUNTS[length]) * 2;
        code *= 2;
    }
    0
}

/// The score of each move for the mover, by its cell.
fn moves(x: u32, o: u32, ply: usize) -> Vec<(usize, i32)> {
    let cells = if is_over(x, o, ply) { Vec::new() } else { playable(x | o) };
    let scored = |cell| {
        let (x, o, ply) = played(x, o, cell, ply);
        (cell, -score(x, o, ply))
    };
    cells.into_iter().map(scored).collect()
}

fn best(scores: &[(usize, i32)]) -> i32 {
    scores.iter().map(|one| one.1).max().unwrap_or(-128)
}

fn score(x: u32, o: u32, ply: usize) -> i32 {
    if is_over(x, o, ply) {
        return LINE_SCORES[ply];
    }
    if ply == CELLS {
        return FULL_SCORE;
    }
    if ply % 2 != $parity {
        return best(&moves(x, o, ply));
    }
    let ends = |cell| {
        let (x, o, ply) = played(x, o, cell, ply);
        is_over(x, o, ply)
    };
    if LINE_SCORES[ply + 1] < 0 && playable(x | o).into_iter().any(ends) {
        return -LINE_SCORES[ply + 1];
    }
    if lines().all(|line| o & line != 0 && (x & line != 0 || COUNTED[1] == 0)) {
        return if (CELLS - ply) % 2 == 1 { -FULL_SCORE } else { FULL_SCORE };
    }
    stored(x, o)
}

/// The number of moves that keep the value, and that of all.
fn safe_share(x: u32, o: u32, ply: usize) -> (usize, usize) {
    let scores = moves(x, o, ply);
    let value = best(&scores).signum();
    (scores.iter().filter(|one| one.1.signum() == value).count(), scores.len().max(1))
}

/// The answer for the masks of X's and O's stones.
pub fn lookup(x: u32, o: u32) -> Option<Answer> {
    if !is_legal(x, o) {
        return None;
    }
    let ply = (x | o).count_ones() as usize;
    let (x, o, symmetry) = canonical(x, o);
    let scores = moves(x, o, ply);
    let worth = if scores.is_empty() { score(x, o, ply) } else { best(&scores) };
    let (mut bests, mut safes, mut pick, mut least) = (0, 0, None, (2, 1));
    for (cell, one) in scores {
        if one.signum() == worth.signum() {
            safes |= 1 << cell;
        }
        if one == worth {
            bests |= 1 << cell;
            let (x, o, ply) = played(x, o, cell, ply);
            let share = if worth > 0 { (1, 1) } else { safe_share(x, o, ply) };
            if share.0 * least.1 < least.0 * share.1 {
                (pick, least) = (Some(cell), share);
            }
        }
    }
    let back = INVERSES[symmetry];
    Some(Answer {
        value: worth.signum(),
        remoteness: (if worth == 0 { CELLS as i32 } else { CELLS as i32 + 1 - worth.abs() }) - ply as i32,
        best: image(bests, back),
        safe: image(safes, back),
        pick: pick.map(|cell| SYMMETRIES[back * CELLS + cell] as usize),
    })
}

/// A move for a level and a random number; None if the game is over, or no legal game reaches the position.
pub fn play(x: u32, o: u32, level: u32, random: u32) -> Option<usize> {
    let pick = lookup(x, o)?.pick?;
    let legal = playable(x | o);
    Some(if random % 4 < level { pick } else { legal[random as usize / 4 % legal.len()] })
}
