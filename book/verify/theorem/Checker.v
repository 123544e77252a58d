(** A program that checks a strategy of Connect Four, on 63-bit integers.

    A side's stones are one integer. Place (column, row) is bit 7 * column + row,
    so each column has six bits for its places and one above them that stays 0:

<<
      5 12 19 26 33 40 47
      4 11 18 25 32 39 46
      3 10 17 24 31 38 45
      2  9 16 23 30 37 44
      1  8 15 22 29 36 43
      0  7 14 21 28 35 42
>>

    [Soundness.v] proves that what this program accepts is won. It relies on [four],
    [place] and [walk] alone: how a move is chosen needs no proof, for a bad choice
    is noticed by [walk]. *)

From Coq Require Import List Bool Uint63 PArray.
Import ListNotations.
Open Scope uint63_scope.

(** The six places of each column. *)
Definition masks : list int := Eval vm_compute in
  [63; 63 << 7; 63 << 14; 63 << 21; 63 << 28; 63 << 35; 63 << 42].
Definition all : int := Eval vm_compute in fold_right (fun k places => k lor places) 0 masks.
(** The lowest place of each column. *)
Definition bottom : int := Eval vm_compute in
  fold_right (fun k places => (k lxor (k land (k << 1))) lor places) 0 masks.

Definition zero (x : int) : bool := x =? 0.

(** Whether four stones of [x] stand in a row, a row having distance [d]. *)
Definition four_along (d x : int) : bool :=
  let pairs := x land (x >> d) in
  negb (zero (pairs land (pairs >> (d << 1)))).

Definition four (x : int) : bool :=
  if four_along 1 x then true else
  if four_along 7 x then true else
  if four_along 8 x then true else four_along 6 x.

(** The place where a stone would come to lie in the column [mask], 0 if it is full. *)
Definition place (mask taken : int) : int :=
  ((taken << 1) lor bottom) land (mask lxor (taken land mask)).

(** * The moves that are tried, which need no proof *)

(** Places, taken or not, that complete four in a row with stones of [x]. *)
Definition completing_along (d x : int) : int :=
  let up := x >> d in let down := x << d in
  let up2 := up land (up >> d) in let down2 := down land (down << d) in
  (up2 land (up >> (d << 1))) lor (down2 land (down << (d << 1))) lor (up2 land down) lor (down2 land up).
Definition completing (x : int) : int :=
  (completing_along 1 x lor completing_along 7 x lor completing_along 8 x lor completing_along 6 x) land all.

Definition places (taken : int) : int := ((taken << 1) lor bottom) land (all lxor (taken land all)).

Definition lowest (x : int) : int := x land (0 - x).

(** * The walk *)

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

(** Whether [c] is a place where a stone may come to lie. *)
Fixpoint is_place (ks : list int) (c taken : int) : bool :=
  match ks with
  | [] => false
  | k :: ks => if c =? place k taken then negb (zero c) else is_place ks c taken
  end.

(** Try every reply of the other side: [go] has to accept each position after it, and
    there must be [some] reply. *)
Fixpoint replies (go : int -> memory -> bool * memory) (ks : list int) (o taken : int)
    (some : bool) (m : memory) : bool * memory :=
  match ks with
  | [] => (some, m)
  | k :: ks =>
      let c := place k taken in
      if zero c then replies go ks o taken some m else
      let o' := o lor c in
      if four o' then (false, m) else
      let (won, m) := go o' m in
      if won then replies go ks o taken true m else (false, m)
  end.

(** Whether a stone may come to lie on [c], and completes four in a row there. *)
Definition completes (x c taken : int) : bool :=
  if zero c then false else if is_place masks c taken then four (x lor c) else false.

(** Whether the owner of [x], who is to move, wins by the moves of [choose]. *)
Fixpoint walk (choose : int -> int -> int) (depth : nat) (x : int) : int -> memory -> bool * memory :=
  match depth with
  | 0%nat => fun _ m => (false, m)
  | S depth =>
      let finish := completing x in
      fun o m =>
      let taken := x lor o in
      if completes x (lowest (finish land places taken)) taken then (true, m) else
      let i := find m x o in
      if same m.[i] x o then (true, m) else
      let c := choose x o in
      if is_place masks c taken then
        let (won, m) := replies (walk choose depth (x lor c)) masks o (taken lor c) false m in
        if won then (true, m.[find m x o <- (x, o)]) else (false, m)
      else (false, m)
  end.

(** * How moves are chosen *)

Fixpoint first (order : list int) (allowed : int) : int :=
  match order with
  | [] => 0
  | c :: order => if zero (c land allowed) then first order allowed else c
  end.

(** The first of the places [left] by which [x] makes a double threat, 0 if there is
    none: the other side cannot complete four next, and [x] can on two places, or on one
    and then on the one above. *)
Fixpoint double_threat (n : nat) (left x taken theirs : int) : int :=
  match n with
  | 0%nat => 0
  | S n =>
      if zero left then 0 else
      let c := lowest left in
      let taken' := taken lor c in
      let next := places taken' in
      let others _ := double_threat n (left lxor c) x taken theirs in
      if zero (theirs land next) then
        let ours := completing (x lor c) land (all lxor (taken' land all)) in
        let now := ours land next in
        if zero now then others tt
        else if zero (now land (now - 1)) then if zero (ours land (now << 1)) then others tt else c
        else c
      else others tt
  end.

(** The move of a sheet, whose places are in the order in which they are taken, where none
    completes four: prevent four, else make a double threat, else take the first place of the
    order that is not right below one where the other side would complete four. *)
Definition by_sheet (order : list int) (x o : int) : int :=
  let taken := x lor o in
  let next := places taken in
  let theirs := completing o land (all lxor taken) in
  let must := theirs land next in
  if zero must then
    let c := double_threat 7 next x taken theirs in
    if zero c then first order (next lxor (next land (theirs >> 1))) else c
  else lowest must.

(** * The check of a strategy *)

Inductive answer := Move (c : int) | Sheet (order : list int).

Definition row := (answer * list (int * int))%type.

Definition choose (a : answer) : int -> int -> int :=
  match a with
  | Move c => fun _ _ => c
  | Sheet order => by_sheet order
  end.

(** Check positions of one answer; those that are won are kept in [won]. A move leads at
    once to positions of rows before; a sheet is followed to these or to the end of the
    game. *)
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

(** Whether the rows prove that the owner, who is to move, wins from [x] and [o]. *)
Definition check (rs : list row) (x o : int) : bool :=
  let (ok, won) := check_rows rs (new_memory tt) in
  if ok then same won.[find won x o] x o else false.
