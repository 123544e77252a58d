/** The answers of certificates: who is proved to win or not to lose, and that side's replies. */

import { boardAfter, isOver, legal, moverOn, textOf } from "../game/rules.ts";
import { held, load } from "../files.ts";
import { claimOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import { turned } from "./answer.ts";
import { answer, unpacked } from "./made.ts";
import type { Certificate } from "./certificate.ts";

const recordOf = (rules: Rules, moves: string[]) => moves.map((name) => rules.names.indexOf(name));

export class ProvedBooks {
  #read = new Map<string, Promise<Certificate>>(); // by the rules' text
  #records = new Map<string, string[]>(); // the moves that led to each position that was shown

  #certificate(rules: Rules) {
    const found = this.#read.get(rules.text) ??
      Promise.all([load(rules.proof!.file), load("proof.js")]).then(async () => {
        const { rows, tables } = held.proofs[rules.text], { owner, wins } = rules.proof!;
        const content = new Uint8Array(await unpacked(tables));
        return new held.certificate(rules, owner, wins, rows, content);
      });
    this.#read.set(rules.text, found);
    return found;
  }

  /** The owner's move after these moves; null where the game has left the strategy. */
  async move(rules: Rules, moves: string[]) {
    return (await this.#certificate(rules)).move(recordOf(rules, moves));
  }

  /** Each cell's place in the order of the sheet by which the owner plays after these moves, if it does. */
  async sheet(rules: Rules, moves: string[]) {
    return (await this.#certificate(rules)).sheet(recordOf(rules, moves));
  }

  async #entry(rules: Rules, moves: string[]): Promise<Entry> {
    const { owner, winner } = rules, board = boardAfter(rules, moves), side = moverOn(board);
    const over = isOver(rules, board);
    this.#records.set(rules.text + textOf(rules, board), moves);
    const certificate = await this.#certificate(rules);
    const record = recordOf(rules, moves);
    const cell = over || side !== owner ? null : certificate.move(record);
    const value = winner ? (side === owner ? "win" : "loss") : "draw";
    const best = cell === null ? [] : [cell];
    // by the owner's last move
    const left = !over &&
      (side === owner
        ? cell === null
        : moves.length > 0 && certificate.move(record.slice(0, -1)) !== record.at(-1));
    const entry = { value, remoteness: 0, best, safe: best, pick: cell } as const;
    const legalAfter = (move: number) => legal(rules, board).filter((one) => one !== move);
    // lengths are not known, and no reply goes wrong
    const after = (move: number) =>
      move === cell
        ? { value: turned[value], remoteness: -1, best: [], safe: legalAfter(move), pick: null }
        : undefined;
    return {
      ...answer(rules, board, entry, after),
      proved: left ? text.leftProof : claimOf(owner!, Boolean(winner)),
    };
  }

  lookup(rules: Rules, board: Board) {
    return this.#entry(rules, this.#records.get(rules.text + textOf(rules, board)) ?? []);
  }
  game(rules: Rules, moves: string[]) {
    return Promise.all([...moves, ""].map((_, ply) => this.#entry(rules, moves.slice(0, ply))));
  }
  async line(): Promise<string[]> {
    return [];
  }

  /** The certificate's move; of the other side any move. */
  async probe(rules: Rules, board: Board) {
    const { pick } = await this.lookup(rules, board);
    const move = pick ? rules.names.indexOf(pick) : null;
    return { best: move === null ? legal(rules, board) : [move], pick: move };
  }
}
