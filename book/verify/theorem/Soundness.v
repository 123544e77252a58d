(** What the checker accepts is won by the rules. *)

From Coq Require Import Uint63 PArray ZArith Lia Bool List.
From Connect4 Require Import Rules Checker.
Import ListNotations.
Open Scope nat_scope.

(** * Bits of integers *)

Definition bit (x : int) (n : nat) : bool := Z.testbit (to_Z x) (Z.of_nat n).

Lemma bit_land x y n : bit (x land y) n = bit x n && bit y n.
Proof. unfold bit. rewrite land_spec'. apply Z.land_spec. Qed.

Lemma bit_lor x y n : bit (x lor y) n = bit x n || bit y n.
Proof. unfold bit. rewrite lor_spec'. apply Z.lor_spec. Qed.

Lemma bit_lxor x y n : bit (x lxor y) n = xorb (bit x n) (bit y n).
Proof. unfold bit. rewrite lxor_spec'. apply Z.lxor_spec. Qed.

Lemma bit_lsr x d n : bit (x >> d) n = bit x (n + Z.to_nat (to_Z d)).
Proof.
  unfold bit. rewrite lsr_spec. destruct (to_Z_bounded d).
  rewrite <- Z.shiftr_div_pow2, Z.shiftr_spec by lia. f_equal. lia.
Qed.

Lemma bit_high x n : 63 <= n -> bit x n = false.
Proof.
  intro. unfold bit. destruct (to_Z_bounded x).
  destruct (Z.eq_dec (to_Z x) 0) as [-> | ]; [apply Z.testbit_0_l |].
  apply Z.bits_above_log2; [lia |].
  apply Z.lt_le_trans with 63%Z; [| lia].
  apply Z.log2_lt_pow2; [lia |]. assumption.
Qed.

Lemma bit_lsl_1_low x n : S n < 63 -> bit (x << 1) (S n) = bit x n.
Proof.
  intro. unfold bit. rewrite lsl_spec. change (2 ^ to_Z 1)%Z with (2 ^ 1)%Z.
  change wB with (2 ^ 63)%Z.
  rewrite Z.mod_pow2_bits_low by lia.
  rewrite Z.mul_pow2_bits by lia. f_equal. lia.
Qed.

Lemma bit_lsl_1 x n : bit (x << 1) (S n) = true -> bit x n = true.
Proof.
  destruct (Nat.le_gt_cases 63 (S n)); [now rewrite bit_high | now rewrite bit_lsl_1_low].
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
    assert (zero x = true); [| congruence].
    apply zero_spec. intro n. destruct (Nat.le_gt_cases 63 n); [now apply bit_high |].
    destruct (bit x n) eqn:hn; [| reflexivity].
    rewrite <- found. symmetry. apply existsb_exists. exists n. split; [apply in_seq; lia | assumption].
  - intros [n hn]. destruct (zero x) eqn:h; [| reflexivity].
    rewrite zero_spec in h. congruence.
Qed.

(** Constants are looked at bit by bit. *)
Lemma constant_bits x (f : nat -> bool) :
  forallb (fun n => Bool.eqb (bit x n) (f n)) (seq 0 63) = true ->
  forall n, n < 63 -> bit x n = f n.
Proof.
  intros h n hn. rewrite forallb_forall in h.
  apply eqb_prop, h, in_seq. lia.
Qed.

Lemma mask_bits c n : c < 7 -> bit (nth c masks 0%uint63) n = ((7 * c <=? n) && (n <? 7 * c + 6)).
Proof.
  intro hc. destruct (Nat.le_gt_cases 63 n).
  { rewrite bit_high by assumption. symmetry. apply andb_false_intro2, Nat.ltb_ge. lia. }
  apply (constant_bits (nth c masks 0%uint63) (fun n => (7 * c <=? n) && (n <? 7 * c + 6))); [| assumption].
  do 7 (destruct c as [| c]; [vm_compute; reflexivity |]). lia.
Qed.

Lemma bottom_bits n : n < 49 -> bit bottom n = (n mod 7 =? 0).
Proof.
  intro hn. rewrite (constant_bits bottom (fun n => (n mod 7 =? 0) && (n <? 49))); [| vm_compute; reflexivity | lia].
  destruct (Nat.ltb_spec n 49); [apply andb_true_r | lia].
Qed.

(** * Boards as integers *)

Definition height (b : board) (c : nat) : nat := length (nth c b []).

Definition proper (b : board) : Prop := length b = 7 /\ forall c, height b c <= 6.

Definition shows (b : board) (p : player) (x : int) : Prop :=
  forall c r, r < 7 -> bit x (7 * c + r) = true <-> stone b c r = Some p.

Definition represents (p : player) (b : board) (x o : int) : Prop :=
  proper b /\ shows b p x /\ shows b (opponent p) o.

Lemma stone_height b c r : (exists q, stone b c r = Some q) <-> r < height b c.
Proof.
  unfold stone, height. destruct (nth_error b c) as [s |] eqn:hc.
  - rewrite (nth_error_nth _ _ _ hc), <- nth_error_Some. destruct (nth_error s r).
    + split; [discriminate | eauto].
    + split; [intros [q h]; discriminate | congruence].
  - apply nth_error_None in hc. rewrite nth_overflow by assumption. split; [intros [q h]; discriminate | cbn; lia].
Qed.

Lemma height_outside b c : length b <= c -> height b c = 0.
Proof. intro. unfold height. now rewrite nth_overflow. Qed.

Lemma taken_bits p b x o c r :
  represents p b x o -> r < 7 -> bit (x lor o) (7 * c + r) = true <-> r < height b c.
Proof.
  intros (_ & hx & ho) hr. rewrite <- stone_height, bit_lor, orb_true_iff, (hx c r hr), (ho c r hr).
  split; [intros []; eauto | intros [[] h]; destruct p; auto].
Qed.

Lemma shown_place b p x n :
  proper b -> shows b p x -> bit x n = true -> exists c r, n = 7 * c + r /\ r < 6 /\ c < 7 /\ stone b c r = Some p.
Proof.
  intros [hl hh] hs hn. exists (n / 7), (n mod 7).
  assert (n = 7 * (n / 7) + n mod 7) by (apply Nat.div_mod; lia).
  assert (n mod 7 < 7) by (apply Nat.mod_upper_bound; lia).
  rewrite H in hn at 1. apply hs in hn; [| assumption].
  assert (n mod 7 < height b (n / 7)) by (apply stone_height; eauto).
  specialize (hh (n / 7)).
  destruct (Nat.le_gt_cases 7 (n / 7)); [rewrite height_outside in * by lia; lia |].
  repeat split; lia || assumption.
Qed.

(** * Moves *)

Lemma place_bits p b x o c n :
  represents p b x o -> c < 7 ->
  bit (place (nth c masks 0%uint63) (x lor o)) n = true <-> n = 7 * c + height b c /\ height b c < 6.
Proof.
  intros h hc. pose proof (taken_bits p b x o c) as ht. unfold place. set (t := x lor o) in *.
  rewrite bit_land, bit_lor, bit_lxor, bit_land, mask_bits by assumption. split.
  - intro e. apply andb_prop in e as [below e].
    destruct ((7 * c <=? n) && (n <? 7 * c + 6)) eqn:range; [| rewrite andb_false_r in e; discriminate].
    apply andb_prop in range as [r1 r2]. apply Nat.leb_le in r1. apply Nat.ltb_lt in r2.
    destruct (bit t n) eqn:free; [discriminate |]. clear e.
    assert (exists r, n = 7 * c + r) as [r ->] by (exists (n - 7 * c); lia).
    assert (~ r < height b c) by (rewrite <- ht by (assumption || lia); congruence).
    apply orb_prop in below as [above | low].
    + destruct r as [| r'] eqn:er.
      * destruct (height b c); lia.
      * replace (7 * c + S r') with (S (7 * c + r')) in above by lia.
        apply bit_lsl_1 in above. apply ht in above; [lia | assumption | lia].
    + rewrite bottom_bits in low by lia. apply Nat.eqb_eq in low.
      assert (r = 0) by (rewrite Nat.mul_comm, Nat.add_comm, Nat.mod_add, Nat.mod_small in low by lia; lia).
      lia.
  - intros [-> hh]. set (r := height b c) in *.
    assert (bit t (7 * c + r) = false) as ->.
    { destruct (bit t (7 * c + r)) eqn:e; [| reflexivity]. apply ht in e; [lia | assumption | lia]. }
    destruct (Nat.leb_spec (7 * c) (7 * c + r)); [| lia].
    destruct (Nat.ltb_spec (7 * c + r) (7 * c + 6)); [| lia].
    change (xorb (true && true) (false && (true && true))) with true.
    rewrite andb_true_r. apply orb_true_iff. destruct r as [| r'] eqn:er.
    + right. rewrite bottom_bits, Nat.add_0_r, Nat.mul_comm, Nat.mod_mul by lia. reflexivity.
    + left. replace (7 * c + S r') with (S (7 * c + r')) by lia.
      rewrite bit_lsl_1_low by lia. apply ht; [assumption | lia | lia].
Qed.

Lemma place_zero p b x o c :
  represents p b x o -> c < 7 ->
  zero (place (nth c masks 0%uint63) (x lor o)) = false <-> may_drop b c.
Proof.
  intros h hc. pose proof (proj1 (proj1 h)) as hl. rewrite not_zero_spec. unfold may_drop, rows.
  assert (nth_error b c = Some (nth c b [])) as e by (apply nth_error_nth'; lia).
  split.
  - intros [n hn]. apply (place_bits p b) in hn; [| assumption..]. exists (nth c b []). tauto.
  - intros (s & hs & hh). rewrite e in hs. injection hs as <-.
    exists (7 * c + height b c). apply (place_bits p b); auto.
Qed.

Lemma may_drop_inside b c : proper b -> may_drop b c -> c < 7 /\ height b c < 6.
Proof.
  intros [hl _] (s & hs & hh). unfold rows in hh. split.
  - rewrite <- hl. apply nth_error_Some. congruence.
  - unfold height. now rewrite (nth_error_nth _ _ _ hs).
Qed.

Lemma length_drop p c b : length (drop p c b) = length b.
Proof. revert c. induction b as [| s b IH]; intros [| c]; cbn; auto. Qed.

Lemma nth_drop p c b c' :
  nth c' (drop p c b) [] = if c' =? c then (if c <? length b then nth c b [] ++ [p] else []) else nth c' b [].
Proof.
  revert c c'. induction b as [| s b IH]; intros c c'; cbn.
  - destruct c, c'; cbn; try destruct (_ =? _); reflexivity.
  - destruct c as [| c], c' as [| c']; cbn; try reflexivity.
    rewrite IH. reflexivity.
Qed.

Lemma stone_nth b c r : stone b c r = nth_error (nth c b []) r.
Proof.
  unfold stone. destruct (nth_error b c) eqn:e.
  - now rewrite (nth_error_nth _ _ _ e).
  - apply nth_error_None in e. rewrite nth_overflow by assumption. now destruct r.
Qed.

Lemma stone_drop p c b c' r :
  c < length b ->
  stone (drop p c b) c' r = if (c' =? c) && (r =? height b c) then Some p else stone b c' r.
Proof.
  intro hc. rewrite !stone_nth, nth_drop. unfold height.
  destruct (Nat.eqb_spec c' c) as [-> |]; [| reflexivity].
  destruct (Nat.ltb_spec c (length b)); [| lia]. cbn.
  destruct (Nat.eqb_spec r (length (nth c b []))) as [-> |].
  - rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
  - destruct (Nat.le_gt_cases (length (nth c b [])) r).
    + rewrite nth_error_app2 by assumption.
      destruct (r - length (nth c b [])) as [| k] eqn:e; [lia |]. cbn.
      destruct k; symmetry; apply nth_error_None; assumption.
    + apply nth_error_app1. assumption.
Qed.

Lemma proper_drop p c b : proper b -> height b c < 6 -> proper (drop p c b).
Proof.
  intros [hl hh] hc. split; [now rewrite length_drop |]. intro c'. unfold height in *. rewrite nth_drop.
  destruct (Nat.eqb_spec c' c) as [-> |]; [| apply hh].
  destruct (c <? length b); [| cbn; lia]. rewrite app_length. cbn. lia.
Qed.

(** A stone dropped by its owner, and by the other side. *)
Lemma represents_drop p b x o c :
  represents p b x o -> c < 7 -> height b c < 6 ->
  let m := place (nth c masks 0%uint63) (x lor o) in
  represents p (drop p c b) (x lor m) o /\ represents p (drop (opponent p) c b) x (o lor m).
Proof.
  intros h hc hh m. destruct h as (hp & hx & ho) eqn:eh.
  assert (c < length b) as hl by (rewrite (proj1 hp); assumption).
  assert (own : forall q y, shows b q y -> shows (drop q c b) q (y lor m)).
  { intros q y hy c' r hr. rewrite stone_drop by assumption. rewrite bit_lor, orb_true_iff.
    unfold m. rewrite (place_bits p b x o c) by assumption. rewrite (hy c' r hr).
    destruct (Nat.eqb_spec c' c) as [-> |]; [destruct (Nat.eqb_spec r (height b c)) as [-> |] |]; cbn.
    - split; [reflexivity | right; split; lia].
    - split; [intros [| []]; [assumption | lia] | auto].
    - split; [intros [| []]; [assumption | lia] | auto]. }
  assert (other : forall q y, shows b (opponent q) y -> shows (drop q c b) (opponent q) y).
  { intros q y hy c' r hr. rewrite stone_drop by assumption.
    destruct (Nat.eqb_spec c' c) as [-> |]; [destruct (Nat.eqb_spec r (height b c)) as [-> |] |]; cbn; try apply hy, hr.
    rewrite (hy c (height b c) hr). split.
    - intro e. assert (height b c < height b c); [| lia]. apply stone_height. eauto.
    - destruct q; discriminate. }
  split; (split; [now apply proper_drop |]); split; auto.
  specialize (other (opponent p) x). destruct p; auto.
Qed.

(** * Four in a row *)

Lemma four_along_spec d D x :
  Z.to_nat (to_Z d) = D -> Z.to_nat (to_Z (d << 1)) = 2 * D ->
  four_along d x = true <-> exists n, forall i, i < 4 -> bit x (n + D * i) = true.
Proof.
  intros e1 e2. unfold four_along. rewrite negb_true_iff, not_zero_spec.
  split; intros [n h]; exists n.
  - rewrite !bit_land, !bit_lsr, bit_land, !bit_lsr, e1, e2 in h.
    apply andb_prop in h as [h12 h34]. apply andb_prop in h12 as [h1 h2], h34 as [h3 h4].
    intros i hi. do 4 (destruct i as [| i]; [match goal with h : bit x ?m = true |- bit x ?k = true => replace k with m by lia; exact h | h' : _ |- _ => idtac end |]). lia.
  - rewrite !bit_land, !bit_lsr, bit_land, !bit_lsr, e1, e2.
    pose proof (h 0) as h0. pose proof (h 1) as h1. pose proof (h 2) as h2. pose proof (h 3) as h3.
    replace (n + D * 0) with n in h0 by lia. replace (n + D * 1) with (n + D) in h1 by lia.
    replace (n + D * 2) with (n + 2 * D) in h2 by lia. replace (n + D * 3) with (n + 2 * D + D) in h3 by lia.
    rewrite h0, h1, h2, h3 by lia. reflexivity.
Qed.

Lemma stone_row b c r q : proper b -> stone b c r = Some q -> r < 6.
Proof. intros [_ hh] h. specialize (hh c). assert (r < height b c) by (apply stone_height; eauto). lia. Qed.

(** Four bits at one distance are four stones, and the other way round. *)
Lemma bits_stones b p x n D :
  proper b -> shows b p x -> (forall i, i < 4 -> bit x (n + D * i) = true) ->
  exists c r, n = 7 * c + r /\ r < 6 /\
    forall i, i < 4 -> exists c' r', n + D * i = 7 * c' + r' /\ r' < 6 /\ stone b c' r' = Some p.
Proof.
  intros hp hs h. destruct (shown_place b p x n hp hs) as (c & r & e & hr & _ & _).
  { rewrite <- (h 0) by lia. f_equal. lia. }
  exists c, r. repeat split; try assumption. intros i hi.
  destruct (shown_place b p x (n + D * i) hp hs (h i hi)) as (c' & r' & e' & hr' & _ & h'). eauto 6.
Qed.

Lemma stones_bits b p x c r n :
  proper b -> shows b p x -> stone b c r = Some p -> n = 7 * c + r -> bit x n = true.
Proof. intros hp hs h ->. apply hs; [| assumption]. apply stone_row in h; [lia | assumption]. Qed.

Lemma four_spec b p x : proper b -> shows b p x -> Checker.four x = true <-> Rules.four p b.
Proof.
  intros hp hs.
  assert (Checker.four x = true <->
    four_along 1 x = true \/ four_along 7 x = true \/ four_along 8 x = true \/ four_along 6 x = true) as ->.
  { unfold Checker.four.
    destruct (four_along 1 x); [tauto |]. destruct (four_along 7 x); [tauto |].
    destruct (four_along 8 x); [tauto |]. split; [auto | now intros [| [| []]]]. }
  rewrite (four_along_spec 1 1), (four_along_spec 7 7), (four_along_spec 8 8), (four_along_spec 6 6) by reflexivity.
  unfold Rules.four. split.
  - intros [[n h] | [[n h] | [[n h] | [n h]]]];
      destruct (bits_stones b p x n _ hp hs h) as (c & r & e & hr & hi);
      destruct (hi 1) as (c1 & r1 & e1 & hr1 & h1); [lia | | lia | | lia | | lia |];
      destruct (hi 2) as (c2 & r2 & e2 & hr2 & h2); [lia | | lia | | lia | | lia |];
      destruct (hi 3) as (c3 & r3 & e3 & hr3 & h3); [lia | | lia | | lia | | lia |].
    + exists c, r. left. intros i lt. destruct (hi i lt) as (c' & r' & e' & hr' & h').
      replace c with c' by lia. replace (r + i) with r' by lia. assumption.
    + exists c, r. right. left. intros i lt. destruct (hi i lt) as (c' & r' & e' & hr' & h').
      replace (c + i) with c' by lia. replace r with r' by lia. assumption.
    + exists c, r. right. right. left. intros i lt. destruct (hi i lt) as (c' & r' & e' & hr' & h').
      replace (c + i) with c' by lia. replace (r + i) with r' by lia. assumption.
    + exists c, r3. right. right. right. intros i lt. destruct (hi i lt) as (c' & r' & e' & hr' & h').
      replace (c + i) with c' by lia. replace (r3 + 3 - i) with r' by lia. assumption.
  - intros (c & r & [h | [h | [h | h]]]).
    + left. exists (7 * c + r). intros i lt. apply (stones_bits b p x _ _ _ hp hs (h i lt)). lia.
    + right. left. exists (7 * c + r). intros i lt. apply (stones_bits b p x _ _ _ hp hs (h i lt)). lia.
    + right. right. left. exists (7 * c + r). intros i lt. apply (stones_bits b p x _ _ _ hp hs (h i lt)). lia.
    + right. right. right. exists (7 * c + (r + 3)). intros i lt. apply (stones_bits b p x _ _ _ hp hs (h i lt)). lia.
Qed.

(** * The walk *)

Section Walk.

Variable p : player.

Definition won (x o : int) : Prop := forall b, represents p b x o -> wins p p b.

(** Memory holds won positions only. *)
Definition right (m : memory) : Prop := forall i, won (fst m.[i]) (snd m.[i]).

Lemma right_new : right (new_memory tt).
Proof.
  intros i b (hp & hx & ho). unfold new_memory in *. rewrite get_make in *. cbn in *.
  assert (stone b 0 0 = Some p) by (apply hx; [lia | reflexivity]).
  assert (stone b 0 0 = Some (opponent p)) by (apply ho; [lia | reflexivity]).
  destruct p; cbn in *; congruence.
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

Lemma is_place_spec ks c t :
  is_place ks c t = true -> exists k, In k ks /\ c = place k t /\ zero c = false.
Proof.
  induction ks as [| k ks IH]; cbn [is_place In]; [discriminate |].
  destruct (Uint63.eqb c (place k t)) eqn:e.
  - intro h. apply negb_true_iff in h. apply Uint63.eqb_spec in e. exists k. auto.
  - intro h. destruct (IH h) as (k' & ? & ?). eauto.
Qed.

(** What [go] accepts is won, and it leaves memory right. *)
Definition sound (go : int -> memory -> bool * memory) (x : int) : Prop :=
  forall o m, right m -> right (snd (go o m)) /\ (fst (go o m) = true -> won x o).

(** The reply in the column of mask [k] is impossible, or leads to a won position. *)
Definition answered (x o t k : int) : Prop :=
  zero (place k t) = true \/ (Checker.four (o lor place k t) = false /\ won x (o lor place k t)).

Lemma replies_sound go x o t :
  sound go x -> forall ks some m, right m ->
  right (snd (replies go ks o t some m)) /\
  (fst (replies go ks o t some m) = true ->
     (forall k, In k ks -> answered x o t k) /\
     (some = true \/ exists k, In k ks /\ zero (place k t) = false)).
Proof.
  intros hgo. induction ks as [| k ks IH]; intros some m hm; cbn [replies In].
  { cbn [fst snd]. split; [assumption |]. intros ->. split; [intros ? [] | auto]. }
  destruct (zero (place k t)) eqn:z.
  - destruct (IH some m hm) as [h1 h2]. split; [assumption |]. intro h. destruct (h2 h) as [h3 h4]. split.
    + intros k' [<- |]; [left; assumption | auto].
    + destruct h4 as [| (k' & ? & ?)]; eauto.
  - destruct (Checker.four (o lor place k t)) eqn:f; [split; [assumption | discriminate] |].
    destruct (hgo (o lor place k t)%uint63 m hm) as [h1 h2].
    destruct (go (o lor place k t)%uint63 m) as [ok m'] eqn:eg. cbn in h1, h2.
    destruct ok; [| split; [assumption | discriminate]].
    destruct (IH true m' h1) as [h3 h4]. split; [assumption |]. intro h. destruct (h4 h) as [h5 _]. split.
    + intros k' [<- |]; [right; auto | auto].
    + right. eauto.
Qed.

Lemma in_masks k : In k masks -> exists c, c < 7 /\ k = nth c masks 0%uint63.
Proof. intro h. apply (In_nth _ _ 0%uint63) in h as (c & hc & <-). exists c. split; [exact hc | reflexivity]. Qed.

(** A move of the owner's to which every reply is answered wins. *)
Lemma move_wins x o c :
  is_place masks c (x lor o) = true ->
  (Checker.four (x lor c) = true \/
   ((forall k, In k masks -> answered (x lor c) o (x lor o lor c) k) /\
    exists k, In k masks /\ zero (place k (x lor o lor c)) = false)) ->
  won x o.
Proof.
  intros hc h b hb. apply is_place_spec in hc as (k & hk & -> & hz).
  apply in_masks in hk as (column & lt & ->).
  assert (may_drop b column) as legal by (apply (place_zero p b x o); assumption).
  destruct (may_drop_inside b column (proj1 hb) legal) as [_ low].
  destruct (represents_drop p b x o column hb lt low) as [hb' _].
  set (m := place (nth column masks 0%uint63) (x lor o)) in *. clearbody m.
  apply own_move with column; [assumption |]. set (b' := drop p column b) in *. clearbody b'. clear b hb legal low hz column lt.
  destruct h as [h | [h some]].
  { apply has_four. apply (four_spec b' p (x lor m)); [apply hb' | apply hb' | assumption]. }
  replace (x lor o lor m)%uint63 with ((x lor m) lor o)%uint63 in * by (rewrite <- !lorA; f_equal; apply lorC).
  apply every_reply.
  - destruct some as (k & hk & hz). apply in_masks in hk as (column & lt & ->).
    exists column. apply (place_zero p b' (x lor m) o); assumption.
  - intros column legal. destruct (may_drop_inside b' column (proj1 hb') legal) as [lt low].
    destruct (represents_drop p b' (x lor m) o column hb' lt low) as [_ hb''].
    destruct (h (nth column masks 0%uint63)) as [hz | [hf hw]].
    + apply nth_In. exact lt.
    + apply (place_zero p b' (x lor m) o) in legal; [congruence | assumption..].
    + split; [| apply hw, hb'']. intro f. apply (four_spec _ _ _ (proj1 hb'') (proj2 (proj2 hb''))) in f. congruence.
Qed.

Lemma walk_sound choose depth : forall x, sound (walk choose depth x) x.
Proof.
  induction depth as [| depth IH]; intros x o m hm; cbn [walk].
  { split; [assumption | discriminate]. }
  destruct (completes x (lowest (completing x land places (x lor o))) (x lor o)) eqn:e.
  { split; [assumption |]. intros _. unfold completes in e. set (c := lowest (completing x land places (x lor o))) in *. clearbody c.
    destruct (zero c); [discriminate |]. destruct (is_place masks c (x lor o)) eqn:legal; [| discriminate].
    eapply move_wins; eauto. }
  clear e. destruct (same _ x o) eqn:seen.
  { split; [assumption |]. intros _. eapply right_same; eassumption. }
  destruct (is_place masks (choose x o) (x lor o)) eqn:legal; [| split; [assumption | discriminate]].
  set (c := choose x o) in *. clearbody c.
  destruct (replies_sound _ _ o (x lor o lor c) (IH (x lor c)%uint63) masks false m hm) as [h1 h2].
  destruct (replies (walk choose depth (x lor c)) masks o (x lor o lor c) false m) as [ok m']. cbn in h1, h2.
  destruct ok; cbn [fst snd]; [| split; [assumption | discriminate]].
  assert (won x o).
  { apply move_wins with c; [assumption |]. right. destruct h2 as [h3 [|]]; auto. discriminate. }
  split; [now apply right_set | auto].
Qed.

Lemma check_positions_sound a ps m : right m -> right (snd (check_positions a ps m)).
Proof.
  revert m. induction ps as [| [x o] ps IH]; intros m hm; cbn [check_positions check_rows]; [assumption |].
  destruct (walk_sound (choose a) 25 x o m hm) as [_ h].
  destruct (fst (walk (choose a) 25 x o m)); [| assumption].
  apply IH, right_set; auto.
Qed.

Lemma check_rows_sound rs m : right m -> right (snd (check_rows rs m)).
Proof.
  revert m. induction rs as [| [a ps] rs IH]; intros m hm; cbn [check_positions check_rows]; [assumption |].
  pose proof (check_positions_sound a ps m hm) as h. destruct (check_positions a ps m) as [ok m'].
  destruct ok; [apply IH |]; exact h.
Qed.

(** The checker is right. *)
Theorem check_sound rs x o : check rs x o = true -> won x o.
Proof.
  unfold check. pose proof (check_rows_sound rs (new_memory tt) right_new) as h.
  destruct (check_rows rs (new_memory tt)) as [ok m]. destruct ok; [| discriminate].
  intro found. eapply right_same; eassumption.
Qed.

End Walk.

(** The empty board is two zeros. *)
Lemma represents_empty p : represents p empty_board 0 0.
Proof.
  assert (forall q, shows empty_board q 0) as hs.
  { intros q c r _. split.
    - intro h. unfold bit in h. rewrite Z.testbit_0_l in h. discriminate.
    - rewrite stone_nth. replace (nth c empty_board []) with (@nil player).
      + now destruct r.
      + symmetry. destruct (Nat.le_gt_cases 7 c); [now apply nth_overflow | now apply nth_repeat]. }
  split; [split; [reflexivity |] | split; apply hs].
  intro c. unfold height. replace (nth c empty_board []) with (@nil player); [cbn; lia |].
  symmetry. destruct (Nat.le_gt_cases 7 c); [now apply nth_overflow | now apply nth_repeat].
Qed.

Corollary check_empty rs : check rs 0 0 = true -> wins X X empty_board.
Proof. intro h. apply (check_sound X rs 0 0 h), represents_empty. Qed.
