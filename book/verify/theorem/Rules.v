(** The rules of Connect Four, and what it means to win.

    Nothing here is about computers. Whoever agrees with this file agrees with the
    statement at its end; that it is true is proved in the other files. *)

From Coq Require Import List.
Import ListNotations.

(** X moves first. *)
Inductive player := X | O.

Definition opponent (p : player) : player :=
  match p with X => O | O => X end.

(** A board is a list of seven columns from left to right. A column is the list of
    its stones from the bottom up. Columns and rows are counted from 0. *)
Definition board := list (list player).

Definition columns := 7.
Definition rows := 6.

Definition empty_board : board := repeat [] columns.

(** The stone at a place, or [None] if the place is free or off the board. *)
Definition stone (b : board) (column row : nat) : option player :=
  match nth_error b column with
  | Some stones => nth_error stones row
  | None => None
  end.

(** A column takes a stone as long as it is not full. *)
Definition may_drop (b : board) (column : nat) : Prop :=
  exists stones, nth_error b column = Some stones /\ length stones < rows.

(** The board after a player has dropped a stone, which falls onto the others. *)
Fixpoint drop (p : player) (column : nat) (b : board) : board :=
  match b, column with
  | stones :: others, 0 => (stones ++ [p]) :: others
  | stones :: others, S column => stones :: drop p column others
  | [], _ => []
  end.

(** Four stones of one player in a row: upright, level, rising or falling. *)
Definition four (p : player) (b : board) : Prop :=
  exists column row,
    (forall i, i < 4 -> stone b column (row + i) = Some p) \/
    (forall i, i < 4 -> stone b (column + i) row = Some p) \/
    (forall i, i < 4 -> stone b (column + i) (row + i) = Some p) \/
    (forall i, i < 4 -> stone b (column + i) (row + 3 - i) = Some p).

(** [wins p q b]: on board [b], with [q] to move, [p] can force four in a row, in
    finitely many moves and before the opponent has four.
    - The game is over, and [p] has four.
    - [p] is to move and has a move after which [p] wins.
    - The opponent is to move. The board is not full, and whatever the opponent
      does, the opponent has no four and [p] wins. *)
Inductive wins (p : player) : player -> board -> Prop :=
| has_four q b :
    four p b -> wins p q b
| own_move b column :
    may_drop b column ->
    wins p (opponent p) (drop p column b) ->
    wins p p b
| every_reply b :
    (exists column, may_drop b column) ->
    (forall column, may_drop b column ->
       ~ four (opponent p) (drop (opponent p) column b) /\
       wins p p (drop (opponent p) column b)) ->
    wins p (opponent p) b.

(** What [Theorem.v] proves: the first player wins Connect Four. *)
Definition first_player_wins_statement : Prop := wins X X empty_board.
