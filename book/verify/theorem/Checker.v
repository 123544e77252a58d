(** A program that checks a strategy, on 63-bit integers.

    A side's stones are one integer. Place (column, row) is bit [(rows + 1) * column + row],
    so each column has a bit for each of its places and one above them that stays 0. On the
    board of Connect Four:

<<
      5 12 19 26 33 40 47
      4 11 18 25 32 39 46
      3 10 17 24 31 38 45
      2  9 16 23 30 37 44
      1  8 15 22 29 36 43
      0  7 14 21 28 35 42
>>

    [Soundness.v] proves that what this program accepts is won. How a move is chosen needs no proof,
    for a bad choice is noticed by [walk]. *)

From Coq Require Import List Bool Arith ZArith Uint63 PArray.
From Connect4 Require Import Rules.
Import ListNotations.
Open Scope uint63_scope.

Definition zero (x : int) : bool := x =? 0.

Definition of_nat (n : nat) : int := of_Z (Z.of_nat n).

(** The places for which [f] holds. *)
Definition set (f : nat -> bool) : int :=
  fold_right (fun n x => if f n then (1 << of_nat n) lor x else x) 0 (seq 0 63).

(** * The board *)

(** What is computed of a game but once: all places; those where a stone needs none below;
    the distances to the right, rising and falling; the number of stones in a row but one;
    the places where a stone is tried to complete a line, whether it seems to or not. *)
Set Primitive Projections.
Record layout := { all : int; base : int; across : int; rising : int; falling : int; more : nat; tried : int }.

Definition layout_of (g : game) : layout :=
  let height := S (rows g) in
  let all := set (fun n => (n / height <? columns g) && (n mod height <? rows g))%nat in
  {| all := all;
     base := set (fun n => negb (stones_fall g) || (n mod height =? 0)%nat);
     across := of_nat height;
     rising := of_nat (S height);
     falling := of_nat (rows g);
     more := in_a_row g - 1;
     tried := if (in_a_row g =? 4)%nat then 0 else all |}.

Section Checker.

Variable t : layout.

(** The places from which [n] more stones follow at distance [d]. *)
Fixpoint run (d : int) (n : nat) (x : int) : int :=
  match n with
  | 0%nat => x
  | 1%nat => x land (x >> d)
  | S (S n) => x land (x >> d) land (run d n x >> (d << 1))
  end.

(** Whether [x] has a line. *)
Definition lined (x : int) : bool :=
  if zero (run 1 (more t) x) then
  if zero (run (across t) (more t) x) then
  if zero (run (rising t) (more t) x) then negb (zero (run (falling t) (more t) x))
  else true else true else true.

(** The places where a stone may be put. *)
Definition legal (taken : int) : int :=
  ((taken << 1) lor base t) land (all t lxor (taken land all t)).

(** * The walk *)

(** Places, taken or not, that complete four in a row with stones of [x]. *)
Definition completing_along (d x : int) : int :=
  let up := x >> d in let down := x << d in
  let up2 := up land (up >> d) in let down2 := down land (down << d) in
  (up2 land (up >> (d << 1))) lor (down2 land (down << (d << 1))) lor (up2 land down) lor (down2 land up).
Definition completing (x : int) : int :=
  (completing_along 1 x lor completing_along (across t) x lor completing_along (rising t) x
    lor completing_along (falling t) x lor tried t) land all t.

(** Whether one of the places [left] completes a line, which is the first of those that
    complete four. *)
Fixpoint completes (n : nat) (x left : int) : bool :=
  match n with
  | 0%nat => false
  | S n =>
      if zero left then false else
      let c := 1 << tail0 left in
      if lined (x lor c) then negb (zero (c land left)) else completes n x (left land (left - 1))
  end.

(** Memory of positions that are won with their owner to move: a hash table of the
    owner's and the other side's stones. [(1, 1)] marks a free entry, for no board has
    two stones at one place. *)
Definition memory := array (int * int).
Definition size : int := 262144.
Definition new_memory (_ : unit) : memory := make size (1, 1).

Definition hash (x o : int) : int :=
  let k := (x lor (x << 14 lxor o)) * 6364136223846793005 + o * 1442695040888963407 in
  ((k lxor (k >> 29)) * 3935559000370003845) >> 45.

(** The entry of a position, or the first free one. *)
Fixpoint entry (tries : nat) (m : memory) (x o i : int) : int :=
  match tries with
  | 0%nat => i
  | S tries =>
      let (a, b) := m.[i] in
      if a =? x then
        if b =? o then i else entry tries m x o ((i + 1) land (size - 1))
      else
        if a land b =? 0 then entry tries m x o ((i + 1) land (size - 1)) else i
  end.

Definition find (m : memory) (x o : int) : int := entry 200 m x o (hash x o).

Definition same (p : int * int) (x o : int) : bool :=
  let (a, b) := p in if a =? x then b =? o else false.

(** Try every reply at the places [left]: [go] has to accept each position after it. *)
Fixpoint replies (n : nat) (go : int -> memory -> bool * memory) (left o : int) (m : memory) : bool * memory :=
  match n with
  | 0%nat => (false, m)
  | S n =>
      if zero left then (true, m) else
      let c := 1 << tail0 left in
      let o' := o lor c in
      if lined o' then (false, m) else
      let (won, m) := go o' m in
      if won then replies n go (left lxor c) o m else (false, m)
  end.

(** Try every reply, of which there must be one. *)
Definition waits (go : int -> memory -> bool * memory) (x o : int) (m : memory) : bool * memory :=
  let left := legal (x lor o) in
  if zero left then (false, m) else replies 64 go left o m.

(** Whether the owner of [x], who is to move, wins by the moves of [choose]. *)
Fixpoint walk (choose : int -> int -> int) (depth : nat) (x : int) : int -> memory -> bool * memory :=
  match depth with
  | 0%nat => fun _ m => (false, m)
  | S depth =>
      let finish := completing x in
      fun o m =>
      let next := legal (x lor o) in
      if completes 64 x (finish land next) then (true, m) else
      if same m.[find m x o] x o then (true, m) else
      let c := 1 << choose x o in
      if zero (c land next) then (false, m) else
      let x' := x lor c in
      let (won, m) := waits (walk choose depth x') x' o m in
      if won then (true, m.[find m x o <- (x, o)]) else (false, m)
  end.

(** * How moves are chosen, which needs no proof *)

Definition lowest (x : int) : int := x land (0 - x).

(** The replies after which [x], which has just moved, cannot complete four; [None] if the
    other side has no reply, or completes four by one, on [theirs]. *)
Definition holding (x o theirs : int) : option int :=
  let next := legal (x lor o) in
  if zero next then None else
  if zero (theirs land next) then
    let ours := completing x in
    let now := ours land next in
    if zero (now land (now - 1)) then
      let rest := if zero now then next else now in
      Some (rest lxor (rest land (ours >> 1)))
    else Some 0
  else None.

(** The first of the places [left] after which the other side has at most one of the replies
    that are [left_of] the holding ones, and so on after this; 0 if there is none. *)
Fixpoint forcing (left_of : int -> int -> int -> int) (n : nat) (left x o theirs : int) : int :=
  match n with
  | 0%nat => 0
  | S n =>
      if zero left then 0 else
      let c := lowest left in
      let x' := x lor c in
      let wins :=
        match holding x' o theirs with
        | None => false
        | Some rest =>
            let rest := left_of rest x' o in
            if zero rest then true else
            if zero (rest land (rest - 1)) then
              let o' := o lor rest in
              negb (zero (forcing left_of n (legal (x' lor o')) x' o' (completing o')))
            else false
        end in
      if wins then c else forcing left_of n (left lxor c) x o theirs
  end.

(** A place by which [x] wins by threats: all replies but one let it complete four. *)
Definition by_threats (next x o theirs : int) : int := forcing (fun rest _ _ => rest) 200 next x o theirs.

(** The first two of some replies after which [x] does not win by threats. *)
Fixpoint two_left (n : nat) (found rest x o : int) : int :=
  match n with
  | 0%nat => rest
  | S n =>
      if zero rest then found else
      if zero (found land (found - 1)) then
        let c := lowest rest in
        let o' := o lor c in
        let won := negb (zero (by_threats (legal (x lor o')) x o' (completing o'))) in
        two_left n (if won then found else found lor c) (rest lxor c) x o
      else found
  end.

(** A place by which [x] wins by force: all replies but one let it win by threats. *)
Definition by_force (next x o theirs : int) : int := forcing (two_left 64 0) 200 next x o theirs.

(** The first place of an order after which the other side can neither complete four next, which
    it can on [theirs], nor win by threats. *)
Fixpoint first_safe (order : list int) (next x o theirs : int) : int :=
  match order with
  | [] => 0
  | c :: order =>
      let others _ := first_safe order next x o theirs in
      if zero (c land next) then others tt else
      let x' := x lor c in
      let replies := legal (x' lor o) in
      if zero (theirs land replies) then
        if zero (by_threats replies o x' (completing x')) then c else others tt
      else others tt
  end.

(** The move of a sheet, whose places are in the order in which they are taken, where none
    completes four. *)
Definition by_sheet (order : list int) (x o : int) : int :=
  let next := legal (x lor o) in
  let theirs := completing o in
  let c := by_threats next x o theirs in
  let c := if zero c then by_force next x o theirs else c in
  tail0 (if zero c then first_safe order next x o theirs else c).

(** * The check of a strategy *)

Inductive answer := Move (i : int) | Sheet (order : list int).

Definition row := (answer * list (int * int))%type.

Definition choose (a : answer) : int -> int -> int :=
  match a with
  | Move i => fun _ _ => i
  | Sheet order => by_sheet order
  end.

(** Check positions of one answer; those that are won are kept in [won]. A move leads at
    once to positions of rows before, or to those where the owner completes a line; a sheet
    is followed to these or to the end of the game. *)
Fixpoint check_positions (a : answer) (ps : list (int * int)) (won : memory) : bool * memory :=
  match ps with
  | [] => (true, won)
  | (x, o) :: ps =>
      if fst (walk (choose a) 25 x o won)
      then check_positions a ps won.[find won x o <- (x, o)] else (false, won)
  end.

Fixpoint check_rows (rs : list row) (won : memory) : bool * memory :=
  match rs with
  | [] => (true, won)
  | (a, ps) :: rs =>
      let (ok, won) := check_positions a ps won in
      if ok then check_rows rs won else (false, won)
  end.

(** Whether the rows prove that a player wins from the empty board, where X moves. *)
Definition check_empty (p : player) (rs : list row) : bool :=
  let (ok, won) := check_rows rs (new_memory tt) in
  let go := walk (fun _ _ => 0) 1 0 in
  if ok then fst match p with X => go 0 won | O => waits go 0 0 won end else false.

End Checker.

(** Whether the rows prove it of a game that has enough bits. *)
Definition check (g : game) (p : player) (rs : list row) : bool :=
  (rows g <? 63)%nat && (columns g * S (rows g) <=? 63)%nat && check_empty (layout_of g) p rs.
