(** What the checker accepts is won by the rules. *)

From Coq Require Import Uint63 PArray ZArith Lia Bool List.
From Connect4 Require Import Rules Checker.
Import ListNotations.
Open Scope nat_scope.

(** * Bits of integers *)

Definition bit (x : int) (n : nat) : bool := Z.testbit (to_Z x) (Z.of_nat n).

Definition index (i : int) : nat := Z.to_nat (to_Z i).

Lemma bit_land x y n : bit (x land y) n = bit x n && bit y n.
Proof. unfold bit. rewrite land_spec'. apply Z.land_spec. Qed.

Lemma bit_lor x y n : bit (x lor y) n = bit x n || bit y n.
Proof. unfold bit. rewrite lor_spec'. apply Z.lor_spec. Qed.

Lemma bit_lxor x y n : bit (x lxor y) n = xorb (bit x n) (bit y n).
Proof. unfold bit. rewrite lxor_spec'. apply Z.lxor_spec. Qed.

Lemma bit_lsr x d n : bit (x >> d) n = bit x (n + index d).
Proof.
  unfold bit, index. rewrite lsr_spec. destruct (to_Z_bounded d).
  rewrite <- Z.shiftr_div_pow2, Z.shiftr_spec by lia. f_equal. lia.
Qed.

Lemma bit_high x n : bit x n = true -> n < 63.
Proof.
  unfold bit. intro h. destruct (Nat.le_gt_cases 63 n); [| assumption].
  destruct (to_Z_bounded x) as [low high]. rewrite <- (Z.mod_small _ _ (conj low high)) in h.
  change wB with (2 ^ 63)%Z in h. rewrite Z.mod_pow2_bits_high in h; [discriminate | lia].
Qed.

Lemma bit_lsl_1 x n : S n < 63 -> bit (x << 1) (S n) = bit x n.
Proof.
  intro. unfold bit. rewrite lsl_spec. change (2 ^ to_Z 1)%Z with (2 ^ 1)%Z. change wB with (2 ^ 63)%Z.
  rewrite Z.mod_pow2_bits_low, Z.mul_pow2_bits by lia. f_equal. lia.
Qed.

Lemma bit_one i n : n < 63 -> bit (1 << i) n = (n =? index i).
Proof.
  intro. unfold bit, index. rewrite lsl_spec. change wB with (2 ^ 63)%Z. destruct (to_Z_bounded i).
  rewrite Z.mod_pow2_bits_low by lia. change (to_Z 1) with 1%Z. rewrite Z.mul_1_l, Z.pow2_bits_eqb by lia.
  destruct (Z.eqb_spec (to_Z i) (Z.of_nat n)), (Nat.eqb_spec n (Z.to_nat (to_Z i))); lia || reflexivity.
Qed.

Lemma zero_spec x : zero x = true <-> forall n, bit x n = false.
Proof.
  unfold zero. rewrite Uint63.eqb_spec. split.
  - intros -> n. apply Z.testbit_0_l.
  - intro h. apply to_Z_inj. apply Z.bits_inj'. intros n hn.
    rewrite <- (Z2Nat.id n) by assumption. rewrite Z.testbit_0_l. apply h.
Qed.

Lemma not_zero_spec x : zero x = false <-> exists n, bit x n = true.
Proof.
  split.
  - intro h. destruct (existsb (bit x) (seq 0 63)) eqn:found.
    { apply existsb_exists in found as (n & _ & hn). eauto. }
    assert (zero x = true); [| congruence]. apply zero_spec. intro n.
    destruct (bit x n) eqn:hn; [| reflexivity]. rewrite <- found. symmetry. apply existsb_exists.
    exists n. split; [apply in_seq; apply bit_high in hn; lia | assumption].
  - intros [n hn]. destruct (zero x) eqn:h; [| reflexivity]. rewrite zero_spec in h. congruence.
Qed.

Lemma bit_one_land i x : zero ((1 << i) land x) = false -> bit x (index i) = true.
Proof.
  intro h. apply not_zero_spec in h as [n hn]. rewrite bit_land in hn. apply andb_prop in hn as [h1 h2].
  rewrite bit_one in h1 by now apply bit_high in h1. apply Nat.eqb_eq in h1 as <-. assumption.
Qed.

Lemma index_inj i j : index i = index j -> i = j.
Proof. unfold index. destruct (to_Z_bounded i), (to_Z_bounded j). intro. apply to_Z_inj. lia. Qed.

Lemma index_of_nat n : n < 100 -> index (of_nat n) = n.
Proof.
  intro. unfold index, of_nat. rewrite of_Z_spec. change wB with (2 ^ 63)%Z. rewrite Z.mod_small; lia.
Qed.

Lemma set_spec f n : n < 63 -> bit (set f) n = f n.
Proof.
  intro hn. unfold set.
  enough (forall l, (forall m, In m l -> m < 63) ->
    bit (fold_right (fun n x => if f n then ((1 << of_nat n) lor x)%uint63 else x) 0%uint63 l) n = existsb (Nat.eqb n) l && f n) as h.
  - rewrite h by (intro; rewrite in_seq; lia). replace (existsb _ _) with true; [reflexivity |]. symmetry. apply existsb_exists. exists n.
    split; [apply in_seq; lia | apply Nat.eqb_refl].
  - induction l as [| m l IH]; intro h; cbn; [apply Z.testbit_0_l |].
    specialize (IH (fun k hk => h k (or_intror hk))). specialize (h m (or_introl eq_refl)).
    destruct (f m) eqn:fm; rewrite ?bit_lor, ?bit_one, ?index_of_nat, IH by lia;
      destruct (Nat.eqb_spec n m) as [-> |]; cbn; rewrite ?fm; try reflexivity. now rewrite andb_false_r.
Qed.

Opaque set.

Section Soundness.

Variables (g : game) (p : player).
Hypothesis fits : rows g < 63 /\ columns g * S (rows g) <= 63.

Notation t := (layout_of g).
Notation height := (S (rows g)).

(** * Boards as integers *)

Lemma place c r : r < height -> (height * c + r) / height = c /\ (height * c + r) mod height = r.
Proof. intro. split; symmetry; [apply Nat.div_unique with r | apply Nat.mod_unique with c]; auto. Qed.

Lemma same_place n m : (n / height =? m / height) && (n mod height =? m mod height) = (n =? m).
Proof.
  pose proof (Nat.div_mod n height). pose proof (Nat.div_mod m height).
  destruct (Nat.eqb_spec n m) as [-> |]; [now rewrite !Nat.eqb_refl |].
  destruct (Nat.eqb_spec (n / height) (m / height)), (Nat.eqb_spec (n mod height) (m mod height)); cbn; congruence || (exfalso; lia).
Qed.

Lemma inside_bit c r : c < columns g -> r < rows g -> height * c + r < 63.
Proof. intros. pose proof (Nat.mul_le_mono_l (S c) (columns g) height). lia. Qed.

Definition inside (b : board) : Prop := forall c r q, b c r = Some q -> c < columns g /\ r < rows g.

Definition shows (b : board) (q : player) (x : int) : Prop :=
  forall n, n < 63 -> bit x n = true <-> b (n / height) (n mod height) = Some q.

Definition represents (b : board) (x o : int) : Prop := inside b /\ shows b p x /\ shows b (opponent p) o.

Lemma taken_spec b x o n :
  represents b x o -> n < 63 -> bit (x lor o) n = true <-> b (n / height) (n mod height) <> None.
Proof.
  intros (_ & hx & ho) hn. rewrite bit_lor, orb_true_iff, (hx n hn), (ho n hn).
  destruct (b (n / height) (n mod height)) as [[] |], p; cbn; intuition congruence.
Qed.

Lemma all_spec n : n < 63 -> bit (all t) n = (n / height <? columns g) && (n mod height <? rows g).
Proof. apply set_spec. Qed.

(** * Moves *)

Lemma legal_spec b x o n :
  represents b x o -> n < 63 -> bit (legal t (x lor o)) n = true <-> may_put g (n / height) (n mod height) b.
Proof.
  intros hb hn. unfold legal, may_put. set (y := (x lor o)%uint63).
  assert (taken := taken_spec b x o n hb hn : bit y n = true <-> _).
  rewrite bit_land, bit_lor, bit_lxor, bit_land, all_spec by assumption.
  replace (bit (base t) n) with (negb (stones_fall g) || (n mod height =? 0)) by (symmetry; now apply (set_spec (fun n => _))).
  assert (0 < n mod height -> bit (y << 1) n = true <-> b (n / height) (n mod height - 1) <> None) as below.
  { intro. pose proof (Nat.div_mod n height). pose proof (Nat.mod_upper_bound n height).
    destruct (place (n / height) (n mod height - 1)) as [ec er]; [lia |].
    destruct n as [| m]; [cbn in *; lia |]. rewrite bit_lsl_1 by assumption.
    replace (height * (S m / height) + (S m mod height - 1)) with m in ec, er by lia.
    rewrite <- ec, <- er at 1. apply (taken_spec b x o m hb). lia. }
  set (c := n / height) in *. set (r := n mod height) in *. clearbody c r.
  destruct (Nat.ltb_spec c (columns g)), (Nat.ltb_spec r (rows g)); cbn [andb xorb];
    rewrite ?andb_false_r, ?andb_true_r; try (split; [discriminate | lia]).
  destruct (bit y n).
  { rewrite andb_false_r. split; [discriminate |]. intros (_ & _ & e & _). now apply taken in e. }
  assert (b c r = None) by (destruct (b c r); [destruct taken as [_ taken]; discriminate taken; discriminate | reflexivity]).
  rewrite andb_true_r, !orb_true_iff, negb_true_iff, Nat.eqb_eq.
  destruct (stones_fall g), (Nat.eq_dec r 0); rewrite ?below by lia; intuition congruence.
Qed.

Lemma represents_put b x o i :
  represents b x o -> bit (legal t (x lor o)) (index i) = true ->
  let b' q := put q (index i / height) (index i mod height) b in
  represents (b' p) (x lor (1 << i)) o /\ represents (b' (opponent p)) x (o lor (1 << i)).
Proof.
  intros hb hi b'. assert (hn := bit_high _ _ hi). apply (legal_spec b) in hi as (hc & hr & free & _); [| assumption..].
  destruct hb as (hin & hx & ho).
  assert (forall q, inside (b' q)) as hin'.
  { intros q c r q'. unfold b', put. destruct (Nat.eqb_spec c (index i / height)) as [-> |]; [| apply hin].
    destruct (Nat.eqb_spec r (index i mod height)) as [-> |]; [auto | apply hin]. }
  assert (forall q q' y, shows b q' y -> q = q' -> shows (b' q) q' (y lor (1 << i))) as own.
  { intros q q' y hy -> n lt. unfold b', put. rewrite same_place, bit_lor, bit_one, orb_true_iff, (hy n lt) by assumption.
    destruct (n =? index i); intuition congruence. }
  assert (forall q q' y, shows b q' y -> q <> q' -> shows (b' q) q' y) as other.
  { intros q q' y hy ne n lt. unfold b', put. rewrite same_place, (hy n lt).
    destruct (Nat.eqb_spec n (index i)) as [-> |]; [| reflexivity]. split; congruence. }
  split; (split; [apply hin' |]); split; (apply own || apply other); auto; destruct p; discriminate.
Qed.

(** * Lines *)

Lemma run_spec d D k x m :
  index d = D -> index (d << 1) = 2 * D ->
  bit (run d k x) m = true <-> forall i, i <= k -> bit x (m + D * i) = true.
Proof.
  intros e1 e2. revert m. enough (forall m,
    (bit (run d k x) m = true <-> forall i, i <= k -> bit x (m + D * i) = true) /\
    (bit (run d (S k) x) m = true <-> forall i, i <= S k -> bit x (m + D * i) = true)) as h by (intro m; apply h).
  induction k as [| k IH]; intro m; (split; [try apply IH |]); cbn [run];
    rewrite ?bit_land, ?bit_lsr, ?bit_land, ?bit_lsr, ?andb_true_iff, ?e1, ?e2.
  - split; [intros h i hi | intro h; rewrite <- (h 0) by lia; f_equal; lia]. rewrite <- h. f_equal. lia.
  - split; [intros [h0 h1] [| [| i]] hi | intro h; split; [rewrite <- (h 0) by lia | rewrite <- (h 1) by lia]; f_equal; lia];
      [rewrite <- h0 | rewrite <- h1 | lia]; f_equal; lia.
  - rewrite (proj1 (IH (m + 2 * D))). split.
    + intros [[h0 h1] h] [| [| i]] hi; [rewrite <- h0 | rewrite <- h1 | rewrite <- (h i) by lia]; f_equal; lia.
    + intro h. repeat split; [rewrite <- (h 0) by lia | rewrite <- (h 1) by lia | intros i hi; rewrite <- (h (S (S i))) by lia]; f_equal; lia.
Qed.

Lemma lined_spec x :
  lined t x = true <->
  exists d m, In d [1; height; S height; rows g] /\ forall i, i <= in_a_row g - 1 -> bit x (m + d * i) = true.
Proof.
  assert (forall d, d < 100 -> zero (run (of_nat d) (more t) x) = false <->
    exists m, forall i, i <= in_a_row g - 1 -> bit x (m + d * i) = true) as along.
  { intros d hd. rewrite not_zero_spec. assert (index (of_nat d) = d) as e1 by now apply index_of_nat.
    assert (index (of_nat d << 1) = 2 * d) as e2.
    { unfold index in *. pose proof (to_Z_bounded (of_nat d)). rewrite lsl_spec. change (2 ^ to_Z 1)%Z with 2%Z. rewrite Z.mod_small; change wB with (2 ^ 63)%Z; lia. }
    split; intros [m h]; exists m; [rewrite (run_spec _ d) in h | rewrite (run_spec _ d)]; assumption. }
  assert (h1 := along 1). assert (h2 := along height). assert (h3 := along (S height)). assert (h4 := along (rows g)).
  change (lined t x) with (if zero (run (of_nat 1) (more t) x) then if zero (run (of_nat height) (more t) x) then
    if zero (run (of_nat (S height)) (more t) x) then negb (zero (run (of_nat (rows g)) (more t) x)) else true else true else true).
  clear along. split.
  - intro l. destruct (zero (run (of_nat 1) _ _)); [| destruct h1 as [[m h] _]; [lia | reflexivity | exists 1, m; cbn; auto]].
    destruct (zero (run (of_nat height) _ _)); [| destruct h2 as [[m h] _]; [lia | reflexivity | exists height, m; cbn; auto]].
    destruct (zero (run (of_nat (S height)) _ _)); [| destruct h3 as [[m h] _]; [lia | reflexivity | exists (S height), m; cbn; auto]].
    destruct h4 as [[m h] _]; [lia | now apply negb_true_iff | exists (rows g), m; cbn; auto 7].
  - intros (d & m & hd & h). destruct hd as [<- | [<- | [<- | [<- | []]]]];
      [rewrite (proj2 (h1 ltac:(lia)) (ex_intro _ m h)) | rewrite (proj2 (h2 ltac:(lia)) (ex_intro _ m h))
      | rewrite (proj2 (h3 ltac:(lia)) (ex_intro _ m h)) | rewrite (proj2 (h4 ltac:(lia)) (ex_intro _ m h))];
      repeat match goal with |- (if ?b then _ else _) = _ => destruct b end; reflexivity.
Qed.

Lemma stone_bit b q x c r : inside b -> shows b q x -> b c r = Some q -> bit x (height * c + r) = true.
Proof.
  intros hin hs h. destruct (hin c r q h) as [hc hr]. destruct (place c r) as [ec er]; [lia |].
  apply hs; [now apply inside_bit | now rewrite ec, er].
Qed.

Lemma bit_stone b q x c r :
  inside b -> shows b q x -> r < height -> bit x (height * c + r) = true -> b c r = Some q /\ r < rows g.
Proof.
  intros hin hs hr h. destruct (place c r) as [ec er]; [assumption |].
  pose proof (bit_high _ _ h). apply hs in h; [| assumption]. rewrite ec, er in h. split; [assumption | now apply hin in h].
Qed.

Lemma line_spec b q x : inside b -> shows b q x -> lined t x = true <-> line g q b.
Proof.
  intros hin hs. rewrite lined_spec. unfold line. set (last := in_a_row g - 1).
  assert (stones := fun c r => bit_stone b q x c r hin hs). assert (bits := fun c r => stone_bit b q x c r hin hs). split.
  - intros (d & m & hd & h). exists (m / height).
    assert (em := Nat.div_mod m height (Nat.neq_succ_0 _)). assert (hr := Nat.mod_upper_bound m height (Nat.neq_succ_0 _)).
    set (c := m / height) in *. set (r := m mod height) in *. clearbody c r. subst m.
    cbn [In] in hd. destruct hd as [<- | [<- | [<- | [<- | []]]]].
    + exists r. left. intros i hi. enough (r + i < height) by (apply stones; [assumption | rewrite <- (h i hi); f_equal; lia]).
      induction i as [| i IH]; [lia |]. apply Nat.lt_le_trans with (S (S (r + i))); [lia |].
      apply le_n_S, (stones c); [apply IH; lia | rewrite <- (h i) by lia; f_equal; lia].
    + exists r. right. left. intros i hi. apply stones; [assumption | rewrite <- (h i hi); f_equal; lia].
    + exists r. right. right. left. intros i hi.
      enough (r + i < height) by (apply stones; [assumption | rewrite <- (h i hi); f_equal; lia]).
      induction i as [| i IH]; [lia |]. apply Nat.lt_le_trans with (S (S (r + i))); [lia |].
      apply le_n_S, (stones (c + i)); [apply IH; lia | rewrite <- (h i) by lia; f_equal; lia].
    + exists (r - last). right. right. right.
      assert (forall i, i <= last -> i <= r /\ b (c + i) (r - i) = Some q /\ r - i < rows g) as fall.
      { induction i as [| i IH]; intro hi.
        - split; [lia |]. apply stones; [lia | rewrite <- (h 0) by lia; f_equal; lia].
        - destruct IH as (le & _ & lt); [lia |]. destruct (Nat.eq_dec i r) as [-> |].
          + destruct (stones (c + r) (rows g)) as [_ bad]; [lia | | lia]. rewrite <- (h (S r)) by lia. f_equal. lia.
          + split; [lia |]. apply stones; [lia | rewrite <- (h (S i)) by lia; f_equal; lia]. }
      intros i hi. replace (r - last + last - i) with (r - i); [now apply fall | destruct (fall last); lia].
  - intros (c & r & [h | [h | [h | h]]]).
    + exists 1, (height * c + r). split; [cbn; auto |]. intros i hi. rewrite <- (bits c (r + i)) by auto. f_equal. lia.
    + exists height, (height * c + r). split; [cbn; auto |]. intros i hi. rewrite <- (bits (c + i) r) by auto. f_equal. lia.
    + exists (S height), (height * c + r). split; [cbn; auto |]. intros i hi.
      rewrite <- (bits (c + i) (r + i)) by auto. f_equal. lia.
    + exists (rows g), (height * c + (r + last)). split; [cbn; auto |]. intros i hi.
      rewrite <- (bits (c + i) (r + last - i)) by auto. f_equal. lia.
Qed.

(** * Moves and replies *)

(** The owner of [x] wins, being to move, and with the other side to move. *)
Definition won (x o : int) : Prop := forall b, represents b x o -> wins g p p b.
Definition waiting (x o : int) : Prop := forall b, represents b x o -> wins g p (opponent p) b.

Lemma move_won x o i :
  bit (legal t (x lor o)) (index i) = true ->
  lined t (x lor (1 << i)) = true \/ waiting (x lor (1 << i)) o -> won x o.
Proof.
  intros hi h b hb. destruct (represents_put b x o i hb hi) as [hb' _].
  apply own_move with (index i / height) (index i mod height).
  - apply (legal_spec b x o); [assumption | now apply bit_high in hi | assumption].
  - destruct h as [h | h]; [| now apply h]. apply has_line. destruct hb' as (hin & hx & _). now apply (line_spec _ _ _ hin hx).
Qed.

(** The reply at place [i] completes no line, and leads to a position that is won. *)
Definition answered (x o i : int) : Prop := lined t (o lor (1 << i)) = false /\ won x (o lor (1 << i)).

Lemma replies_won x o :
  zero (legal t (x lor o)) = false ->
  (forall i, bit (legal t (x lor o)) (index i) = true -> answered x o i) -> waiting x o.
Proof.
  intros z h b hb. apply every_reply.
  - apply not_zero_spec in z as [n hn]. exists (n / height), (n mod height).
    apply (legal_spec b x o); [assumption | now apply bit_high in hn | assumption].
  - intros c r hm. destruct (place c r) as [ec er]; [destruct hm; lia |].
    assert (height * c + r < 63) by (apply inside_bit; apply hm). set (i := of_nat (height * c + r)).
    assert (index i = height * c + r) as ei by (apply index_of_nat; lia).
    rewrite <- ei in *. clearbody i. clear ei. subst c r. apply (legal_spec b x o) in hm; [| assumption..].
    destruct (represents_put b x o i hb hm) as [_ hb']. destruct (h i hm) as [hl hw]. split; [| now apply hw].
    intro l. destruct hb' as (hin & _ & ho). apply (line_spec _ _ _ hin ho) in l. congruence.
Qed.

(** * The walk *)

(** Memory holds won positions only. *)
Definition right (m : memory) : Prop := forall i, won (fst m.[i]) (snd m.[i]).

Lemma right_new : right (new_memory tt).
Proof.
  intros i b (_ & hx & ho). unfold new_memory in *. rewrite get_make in *.
  cbn [fst snd] in hx, ho. specialize (hx 0 ltac:(lia)). specialize (ho 0 ltac:(lia)).
  destruct hx as [hx _], ho as [ho _]. rewrite hx in ho by reflexivity. specialize (ho eq_refl). destruct p; discriminate.
Qed.

Lemma right_set m i x o : right m -> won x o -> right m.[i <- (x, o)].
Proof.
  intros hm h j. destruct (Uint63.eqb_spec i j) as [same _].
  destruct (Uint63.eqb i j) eqn:e.
  - rewrite <- same by reflexivity. destruct (Uint63.ltb i (PArray.length m)) eqn:inside.
    + rewrite get_set_same by assumption. exact h.
    + rewrite get_out_of_bounds by (now rewrite length_set).
      rewrite default_set, <- (get_out_of_bounds _ m i inside). apply hm.
  - rewrite get_set_other; [apply hm |]. intros ->. rewrite Uint63.eqb_refl in e. discriminate.
Qed.

Lemma right_same m i x o : right m -> same m.[i] x o = true -> won x o.
Proof.
  intros hm h. specialize (hm i). unfold same in h. destruct m.[i] as [a b]. cbn in hm.
  destruct (Uint63.eqb a x) eqn:ea; [| discriminate].
  apply Uint63.eqb_spec in ea, h. now subst.
Qed.

(** A result whose memory is right, and which says [true] only if something holds. *)
Definition good (answer : bool * memory) (what : Prop) : Prop :=
  right (snd answer) /\ (fst answer = true -> what).

Definition sound (go : int -> memory -> bool * memory) (x : int) : Prop :=
  forall o m, right m -> good (go o m) (won x o).

Lemma replies_sound go x o :
  sound go x -> forall n left m, right m ->
  good (replies t n go left o m) (forall i, bit left (index i) = true -> answered x o i).
Proof.
  intros hgo. induction n as [| n IH]; intros left m hm; cbn [replies]; [split; [assumption | discriminate] |].
  destruct (zero left) eqn:z.
  { split; [assumption |]. intros _ i hi. rewrite zero_spec in z. now rewrite z in hi. }
  set (j := tail0 left). destruct (lined t (o lor (1 << j))) eqn:l; [split; [assumption | discriminate] |].
  destruct (hgo (o lor (1 << j))%uint63 m hm) as [h1 h2].
  destruct (go (o lor (1 << j))%uint63 m) as [ok m']. cbn in h1, h2.
  destruct ok; [| split; [assumption | discriminate]].
  destruct (IH (left lxor (1 << j))%uint63 m' h1) as [h3 h4]. split; [assumption |]. intros hr i hi.
  destruct (Nat.eq_dec (index i) (index j)) as [e | ne].
  - apply index_inj in e as ->. split; auto.
  - apply h4; [assumption |]. rewrite bit_lxor, bit_one, hi by now apply bit_high in hi.
    now destruct (Nat.eqb_spec (index i) (index j)).
Qed.

Lemma completes_sound n x left :
  completes t n x left = true -> exists i, bit left (index i) = true /\ lined t (x lor (1 << i)) = true.
Proof.
  revert left. induction n as [| n IH]; intros left h; cbn [completes] in h; [discriminate |].
  destruct (zero left); [discriminate |]. destruct (lined t (x lor (1 << tail0 left))) eqn:l.
  - exists (tail0 left). apply negb_true_iff, bit_one_land in h. auto.
  - apply IH in h as (i & hi & hl). rewrite bit_land in hi. apply andb_prop in hi as [hi _]. eauto.
Qed.

Lemma waits_sound go x o m : sound go x -> right m -> good (waits t go x o m) (waiting x o).
Proof.
  intros hgo hm. unfold waits. destruct (zero (legal t (x lor o))) eqn:z; [split; [assumption | discriminate] |].
  destruct (replies_sound go x o hgo 64 (legal t (x lor o)) m hm) as [h1 h2]. split; [assumption |].
  intro h. apply replies_won; auto.
Qed.

Lemma walk_sound choose depth : forall x, sound (walk t choose depth x) x.
Proof.
  induction depth as [| depth IH]; intros x o m hm; cbn [walk]; [split; [assumption | discriminate] |].
  set (next := legal t (x lor o)). destruct (completes t 64 x (completing t x land next)) eqn:e.
  { split; [assumption |]. intros _. apply completes_sound in e as (i & hi & hl).
    rewrite bit_land in hi. apply andb_prop in hi as [_ hi]. now apply move_won with i; auto. }
  destruct (same _ x o) eqn:seen; [split; [assumption |]; intros _; eapply right_same; eassumption |].
  set (i := choose x o). destruct (zero ((1 << i) land next)) eqn:z; [split; [assumption | discriminate] |].
  assert (hi := bit_one_land _ _ z).
  destruct (waits_sound _ (x lor (1 << i)) o m (IH (x lor (1 << i))%uint63) hm) as [h1 h2].
  destruct (waits t (walk t choose depth (x lor (1 << i))) (x lor (1 << i)) o m) as [ok m']. cbn in h1, h2.
  destruct ok; [| split; [assumption | discriminate]].
  assert (won x o) by (eapply move_won; eauto). split; [now apply right_set | auto].
Qed.

Lemma check_positions_sound a ps m : right m -> right (snd (check_positions t a ps m)).
Proof.
  revert m. induction ps as [| [x o] ps IH]; intros m hm; cbn [check_positions]; [assumption |].
  destruct (walk_sound (choose t a) 25 x o m hm) as [_ h].
  destruct (fst (walk t (choose t a) 25 x o m)); [| assumption]. apply IH, right_set; auto.
Qed.

Lemma check_rows_sound rs m : right m -> right (snd (check_rows t rs m)).
Proof.
  revert m. induction rs as [| [a ps] rs IH]; intros m hm; cbn [check_rows]; [assumption |].
  pose proof (check_positions_sound a ps m hm) as h. destruct (check_positions t a ps m) as [ok m'].
  destruct ok; [apply IH |]; exact h.
Qed.

(** The empty board is two zeros. *)
Lemma represents_empty : represents empty_board 0 0.
Proof.
  split; [discriminate |]. split; intros n _; unfold bit; rewrite Z.testbit_0_l; split; discriminate.
Qed.

Lemma check_empty_sound rs : check_empty t p rs = true -> wins g p X empty_board.
Proof.
  unfold check_empty. pose proof (check_rows_sound rs (new_memory tt) right_new) as h.
  destruct (check_rows t rs (new_memory tt)) as [ok m]. destruct ok; [cbn [snd] in h | discriminate].
  pose proof (walk_sound (fun _ _ => 0%uint63) 1 0) as hw.
  destruct p eqn:e; rewrite <- e in *; intro found.
  - replace X with p. apply (hw 0%uint63 m h); [assumption | apply represents_empty].
  - replace X with (opponent p) by now rewrite e. apply (waits_sound _ 0 0 m hw h); [assumption | apply represents_empty].
Qed.

End Soundness.

(** The checker is right. *)
Theorem check_sound g p rs : check g p rs = true -> wins g p X empty_board.
Proof.
  unfold check. rewrite !andb_true_iff, Nat.ltb_lt, Nat.leb_le. intros [fits h]. now apply (check_empty_sound g p fits rs).
Qed.
