(** The first player wins Connect Four: [first_player_wins_statement], word for word. *)

From Coq Require Import Uint63.
From Connect4 Require Import Rules Checker Soundness Certificate.

Theorem first_player_wins : wins connect_four X X empty_board.
Proof.
  apply (check_sound connect_four X certificate).
  (* Despite its name, this skips no check: Coq's kernel runs the checker at Qed, once. *)
  vm_cast_no_check (eq_refl true).
Qed.

(* Prints the statement, and what its proof takes for granted. *)
Check first_player_wins.
Print Assumptions first_player_wins.
