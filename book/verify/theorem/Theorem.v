(** The first player wins Connect Four: [first_player_wins_statement], word for word. *)

From Coq Require Import Uint63.
From Connect4 Require Import Rules Checker Soundness Certificate.

Theorem first_player_wins : wins connect_four X X empty_board.
Proof.
  apply (check_sound connect_four X certificate).
  (* It skips no check: the kernel runs the checker at Qed, and so does it once. *)
  vm_cast_no_check (eq_refl true).
Qed.

Check first_player_wins.
Print Assumptions first_player_wins.
