(** The rules of Connect Four, and what it means to win.

    Nothing here is about computers. Whoever agrees with this file knows what the
    statement at its end says; that it is true is proved in the other files.

    How to read it:
    - [nat] is a number: 0, 1, 2 and so on; [S n] is the number after [n].
    - [[]] is the empty list, [s :: l] is [s] and then the list [l], and [l ++ m] is
      [l] and then [m]. [nth_error l n] is the element of [l] at [n], counted from 0.
    - An [option] is [Some s], which says that there is an [s], or [None].
    - [Prop] is a statement. [A /\ B] says and, [A \/ B] or, [~ A] not; [A -> B] says
      that [B] holds if [A] does, [A -> B -> C] that [C] holds if [A] and [B] do. *)

From Coq Require Import List.
Import ListNotations.

(** The two players; X moves first. *)
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

(** A column of the board takes a stone as long as it is not full. *)
Definition may_drop (b : board) (column : nat) : Prop :=
  exists stones, nth_error b column = Some stones /\ length stones < rows.

(** The board after a player has dropped a stone, which falls onto the others. *)
Fixpoint drop (p : player) (column : nat) (b : board) : board :=
  match b, column with
  | stones :: others, 0 => (stones ++ [p]) :: others
  | stones :: others, S column => stones :: drop p column others
  | [], _ => []
  end.

(** Four stones of one player in a row, for some column and row: from there up, to
    the right, rising to the right, or falling to the right from three rows above. *)
Definition four (p : player) (b : board) : Prop :=
  exists column row,
    (forall i, i < 4 -> stone b column (row + i) = Some p) \/
    (forall i, i < 4 -> stone b (column + i) row = Some p) \/
    (forall i, i < 4 -> stone b (column + i) (row + i) = Some p) \/
    (forall i, i < 4 -> stone b (column + i) (row + 3 - i) = Some p).

(** [wins p q b]: on board [b], with [q] to move, [p] can force four in a row, in
    finitely many moves and before the opponent has four. There are three reasons:
    - [has_four]: the game is over, as [p] has four.
    - [own_move]: [p] is to move and has a move after which [p] wins.
    - [every_reply]: the opponent is to move and can; and whatever the opponent does,
      the opponent has no four then, and [p] wins.
    A full board without four is a draw: none of the three holds. [Inductive] says
    that there is no other reason, and that every chain of reasons ends.
    Where [p] moves, the opponent has no four: the empty board has none, and
    [every_reply] lets no other board through. *)
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

(** What [Theorem.v] proves: the first player wins Connect Four. X wins, with X to
    move, on the empty board. *)
Definition first_player_wins_statement : Prop := wins X X empty_board.
