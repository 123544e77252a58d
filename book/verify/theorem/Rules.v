(** The rules of Connect Four, and of boards where stones do not fall, and what it means
    to win.

    Nothing here is about computers. Whoever agrees with this file knows what the
    statement at its end says; that it is true is proved in the other files.

    How to read it:
    - [:=] says what a name stands for; [match] and [if] tell cases apart.
    - [nat] is a number: 0, 1, 2 and so on. [bool] is [true] or [false].
    - What a name takes stands before [->], and what it gives at the end:
      [nat -> nat -> bool] takes two numbers, and gives [true] or [false].
    - [fun column row => ...] says what stands at each place; [=?] compares numbers,
      [&&] is and, between computed answers.
    - An [option] is [Some s], which says that there is an [s], or [None].
    - [Prop] is a statement. [A /\ B] says and, [A \/ B] or, [~ A] not, [<>] is not
      equal; [exists row, A] says that [A] holds for some row, [forall] for each.
      Between statements, [A -> B] says that [B] holds if [A] does, and [A -> B -> C]
      that [C] holds if [A] and [B] do. Here [~] binds first, then [/\], [\/] and [->];
      [exists] and [forall] reach to the end. *)

From Coq Require Import Arith Bool.

(** The two players; X moves first. *)
Inductive player := X | O.

Definition opponent (p : player) : player :=
  match p with X => O | O => X end.

(** A game: the size of its board, how many stones in a row count, and whether stones
    fall to the bottom of their column. *)
Record game := { columns : nat; rows : nat; in_a_row : nat; stones_fall : bool }.

Definition connect_four : game :=
  {| columns := 7; rows := 6; in_a_row := 4; stones_fall := true |}.

(** A board tells the stone at each place, or [None] if the place is free. Columns are
    counted from the left, and rows from the bottom up, both from 0. A board has no
    edge here; [may_put] lets stones be put within the game's columns and rows alone. *)
Definition board := nat -> nat -> option player.

Definition empty_board : board := fun column row => None.

(** The board after a player has put a stone at [column], [row]. Any other place [c], [r]
    has what it had before. *)
Definition put (p : player) (column row : nat) (b : board) : board :=
  fun c r => if (c =? column) && (r =? row) then Some p else b c r.

(** A stone may be put at a free place of the board; if stones fall, that place is in the
    lowest row, or the place below it is taken. *)
Definition may_put (g : game) (column row : nat) (b : board) : Prop :=
  column < columns g /\ row < rows g /\ b column row = None /\
  (stones_fall g = true -> row = 0 \/ b column (row - 1) <> None).

(** Enough stones of one player in a row, or more, from some place on: from there up, to
    the right, rising to the right, or falling to the right from the row [row + last]. *)
Definition line (g : game) (p : player) (b : board) : Prop :=
  let last := in_a_row g - 1 in
  exists column row,
    (forall i, i <= last -> b column (row + i) = Some p) \/
    (forall i, i <= last -> b (column + i) row = Some p) \/
    (forall i, i <= last -> b (column + i) (row + i) = Some p) \/
    (forall i, i <= last -> b (column + i) (row + last - i) = Some p).

(** [wins g p q b]: on board [b], where the opponent has no line yet, and with [q] to
    move, [p] can force a line, in finitely many moves and before the opponent has one.
    There are three reasons. In each, the last [wins ...] holds if all before it does:
    - [has_line]: the game is over, as [p] has a line.
    - [own_move]: [p] is to move and has a move after which, with the opponent to move,
      [p] wins.
    - [every_reply]: the opponent is to move and can; and whatever the opponent does,
      the opponent has no line then, and [p], who is to move, wins.
    A full board without a line is a draw: none of the three holds. [Inductive] says
    that there is no other reason, and that every chain of reasons ends.
    [own_move] need not ask whether the opponent has a line: the empty board has none,
    and [every_reply] refuses each reply that makes one. *)
Inductive wins (g : game) (p : player) : player -> board -> Prop :=
| has_line q b :
    line g p b -> wins g p q b
| own_move b column row :
    may_put g column row b ->
    wins g p (opponent p) (put p column row b) ->
    wins g p p b
| every_reply b :
    (exists column row, may_put g column row b) ->
    (forall column row, may_put g column row b ->
       ~ line g (opponent p) (put (opponent p) column row b) /\
       wins g p p (put (opponent p) column row b)) ->
    wins g p (opponent p) b.

(** What [Theorem.v] proves: the first player wins Connect Four. X wins, with X to
    move, on the empty board. *)
Definition first_player_wins_statement : Prop := wins connect_four X X empty_board.
