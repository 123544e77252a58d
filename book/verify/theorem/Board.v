(** What a certificate claims of a board. *)

From Coq Require Import Uint63.
From Connect4 Require Import Rules Checker Soundness Certificate.

Theorem claimed : claim.
Proof.
  apply (check_sound _ _ certificate).
  vm_cast_no_check (eq_refl true).
Qed.

Print claim.
Print Assumptions claimed.
