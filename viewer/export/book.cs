// The solved game $rules: the answers for its $positions positions up to symmetry, packed, by oxobook $version.
//
// Cells are numbered from 0 in reading order, top-left 0; bit i of a mask is cell i. x and o are the masks of the
// stones.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Oxobook {
  /// <summary>The answer for a position: Value 1 win, 0 draw, -1 loss for the side to move; Remoteness, plies until the
  /// game ends; Best, the moves that win soonest, draw, or lose latest; Safe, those that keep the value; Pick, one best
  /// move, -1 at the end.</summary>
  public sealed class Answer {
    public int Value, Remoteness, Pick = -1;
    public uint Best, Safe;
  }

  public static class Book {
    public const int Cells = $cells;
    public const int Easy = 1, Medium = 3, Perfect = 4;
    public static readonly string[] Names = { $names };

    const int FullScore = $full_score;
    static readonly uint[] Lines = new uint[] {
$lines
    }.Take($line_count).ToArray();
    static readonly int[] Below = {
$below
    };
    static readonly int[] Symmetries = {
$symmetries
    };
    static readonly int[] Inverses = {
$inverses
    };
    static readonly int[] LineScores = {
$line_scores
    };
    static readonly int[] Signs = { $signs };
    static readonly int[] Counted = { $counted };
    static readonly int[] Counts = {
$counts
    };
    static readonly int[] Symbols = {
$symbols
    };
    static readonly string[] Data = {
$data
    };

    struct Position {
      public uint X, O;
      public int Ply;
    }

    static Position Of(uint x, uint o) {
      return new Position { X = x, O = o, Ply = Count(x) + Count(o) };
    }

    static int Count(uint mask) {
      int count = 0;
      for (; mask != 0; mask &= mask - 1) count++;
      return count;
    }

    static uint Image(uint mask, int symmetry) {
      uint moved = 0;
      for (int cell = 0; cell < Cells; cell++)
        if ((mask >> cell & 1) == 1) moved |= 1u << Symmetries[symmetry * Cells + cell];
      return moved;
    }

    /// The position that stands for one, and the symmetry that leads there.
    static Position Canonical(Position from, out int found) {
      Position least = from;
      found = 0;
      for (int symmetry = 1; symmetry < Inverses.Length; symmetry++) {
        uint x = Image(from.X, symmetry), o = Image(from.O, symmetry);
        if (o > least.O || (o == least.O && x >= least.X)) continue;
        least = new Position { X = x, O = o, Ply = from.Ply };
        found = symmetry;
      }
      return least;
    }

    /// The cells that all completed lines share; all bits if there is none.
    static uint Shared(uint stones) {
      return Lines.Where(line => (stones & line) == line).Aggregate(uint.MaxValue, (all, line) => all & line);
    }

    static bool IsOver(Position at) {
      int sign = Signs[(at.Ply + 1) % 2];
      return at.Ply > 0 && Counted[sign] == 1 && Shared(sign == 1 ? at.O : at.X) != uint.MaxValue;
    }

    static bool IsLegal(Position at) {
      int sign = Signs[(at.Ply + 1) % 2];
      uint taken = at.X | at.O, last = sign == 1 ? at.O : at.X, other = sign == 1 ? at.X : at.O;
      return (at.X & at.O) == 0 && taken >> (Cells - 1) >> 1 == 0
        && Count(at.O) == Enumerable.Range(0, at.Ply).Sum(turn => Signs[turn % 2])
        && Enumerable.Range(0, Cells).All(cell => (taken >> cell & 1) == 0 || Rests(taken, cell))
        && (Counted[sign] == 0 || Shared(last) != 0) && (Counted[1 - sign] == 0 || Shared(other) == uint.MaxValue);
    }

    static bool Rests(uint taken, int cell) {
      return Below[cell] < 0 || (taken >> Below[cell] & 1) == 1;
    }

    static List<int> Playable(Position at) {
      uint taken = at.X | at.O;
      return Enumerable.Range(0, Cells).Where(cell => (taken >> cell & 1) == 0 && Rests(taken, cell)).ToList();
    }

    static Position Played(Position at, int cell) {
      return Signs[at.Ply % 2] == 1
        ? new Position { X = at.X, O = at.O | 1u << cell, Ply = at.Ply + 1 }
        : new Position { X = at.X | 1u << cell, O = at.O, Ply = at.Ply + 1 };
    }

    static uint Mixed(uint word) {
      unchecked {
        word = (word ^ word >> 16) * 0x7feb352d;
        word = (word ^ word >> 15) * 0x846ca68b;
        return word ^ word >> 16;
      }
    }

    static int Bit(uint place) {
      int code = Data[place / 576][(int)(place / 6 % 96)];
      return (code - 35 - (code > 63 ? 1 : 0) - (code > 92 ? 1 : 0)) >> (int)(place % 6) & 1;
    }

    static int Stored(Position from) {
      int unused;
      Position at = Canonical(from, out unused);
      int code = 0, first = 0, symbol = 0;
      unchecked {
        uint one = Mixed(Mixed(at.X ^ $seed) + at.O), two = Mixed(Mixed(at.O ^ $seed) + at.X);
        for (int length = 1; length < Counts.Length; length++) {
          uint step = (uint)(length - 1) * 0x9e3779b9;
          code ^= Bit(Mixed(one + step) % $third) ^ Bit(Mixed(two + step) % $third + $third)
            ^ Bit(Mixed((one ^ two) + step) % $third + 2 * $third);
          if (code - first < Counts[length]) return Symbols[symbol + code - first];
          symbol += Counts[length];
          first = (first + Counts[length]) * 2;
          code *= 2;
        }
      }
      return 0;
    }

    /// The score of each move for the mover, by its cell.
    static List<KeyValuePair<int, int>> Moves(Position at) {
      var cells = IsOver(at) ? new List<int>() : Playable(at);
      return cells.Select(cell => new KeyValuePair<int, int>(cell, -Score(Played(at, cell)))).ToList();
    }

    static int Score(Position at) {
      if (IsOver(at)) return LineScores[at.Ply];
      if (at.Ply == Cells) return FullScore;
      if (at.Ply % 2 != $parity) return Moves(at).Max(move => move.Value);
      int ending = LineScores[at.Ply + 1];
      if (ending < 0 && Playable(at).Any(cell => IsOver(Played(at, cell)))) return -ending;
      if (Lines.All(line => (at.O & line) != 0 && ((at.X & line) != 0 || Counted[1] == 0)))
        return (Cells - at.Ply) % 2 == 1 ? -(FullScore) : FullScore;
      return Stored(at);
    }

    /// The number of moves that keep the value, and that of all.
    static int SafeCount(Position at, out int of) {
      var moves = Moves(at);
      of = Math.Max(moves.Count, 1);
      int value = moves.Count == 0 ? 0 : Math.Sign(moves.Max(move => move.Value));
      return moves.Count(move => Math.Sign(move.Value) == value);
    }

    /// <summary>The answer for the masks of X's and O's stones; null if no legal game reaches them.</summary>
    public static Answer Lookup(uint x, uint o) {
      if (!IsLegal(Of(x, o))) return null;
      int symmetry, least = 2, leastOf = 1;
      Position at = Canonical(Of(x, o), out symmetry);
      var moves = Moves(at);
      int worth = moves.Count == 0 ? Score(at) : moves.Max(move => move.Value), back = Inverses[symmetry];
      var answer = new Answer {
        Value = Math.Sign(worth), Remoteness = (worth == 0 ? Cells : Cells + 1 - Math.Abs(worth)) - at.Ply,
      };
      foreach (var move in moves) {
        if (Math.Sign(move.Value) == answer.Value) answer.Safe |= 1u << move.Key;
        if (move.Value != worth) continue;
        answer.Best |= 1u << move.Key;
        int of = 1, safe = worth > 0 ? 1 : SafeCount(Played(at, move.Key), out of);
        if (safe * leastOf >= least * of) continue;
        least = safe;
        leastOf = of;
        answer.Pick = Symmetries[back * Cells + move.Key];
      }
      answer.Best = Image(answer.Best, back);
      answer.Safe = Image(answer.Safe, back);
      return answer;
    }

    /// <summary>A move for a level and a random number: of 4 moves, Easy makes 1 by the book, Medium 3 and Perfect all;
    /// the others are any legal moves with equal odds. -1 if the game is over, or no legal game reaches the
    /// position.</summary>
    public static int Move(uint x, uint o, int level, uint random) {
      var answer = Lookup(x, o);
      if (answer == null) return -1;
      if (answer.Pick < 0 || random % 4 < level) return answer.Pick;
      var legal = Playable(Of(x, o));
      return legal[(int)(random / 4 % (uint)legal.Count)];
    }
  }
}
