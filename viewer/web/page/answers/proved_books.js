/** The answers of certificates: who is proved to win or not to lose, and that side's reply to everything. */

import { boardAfter, isOver, legal, moverOn, textOf, winnerOn } from "../game/rules.js";
import { load, shared } from "../shared.js";
import { text } from "../words/text.js";
import { Certificate } from "./certificate.js";
import { unpacked } from "./made.js";

/** Sources that answer for certificates too. */
const taught = new WeakSet();

/** Have a source answer for the games of certificates, besides its own. @param {Source} source @param {any[]} proved their summaries */
export function answerFor(source, proved) {
  for (const { rules, owner, winner } of proved) shared.proofs[rules] ??= { owner, wins: Boolean(winner) };
  if (taught.has(source)) return;
  taught.add(source);
  const own = /** @type {Record<string, any>} */ (source), others = /** @type {Record<string, any>} */ (new ProvedBooks());
  for (const name of ["lookup", "game", "line", "players", "policy", "counts", "maps"]) {
    const asked = own[name].bind(source);
    own[name] = (/** @type {any} */ about, /** @type {any[]} */ ...rest) => ((about.text ?? about.rules.text) in shared.proofs ? others[name](about, ...rest) : asked(about, ...rest));
  }
}

class ProvedBooks {
  /** By the rules' text. @type {Map<string, Promise<Certificate>>} */
  #read = new Map();
  /** The moves that led to each position that was shown. @type {Map<string, string[]>} */
  #records = new Map();

  /** @param {Rules} rules */
  #certificate(rules) {
    const found = this.#read.get(rules.text) ?? load(`books/${rules.text}.proof.js`).then(async () => {
      const { owner, wins, tree } = shared.proofs[rules.text];
      return new Certificate(rules, owner, wins, new Uint8Array(await unpacked(tree)));
    });
    this.#read.set(rules.text, found);
    return found;
  }

  /** @param {Rules} rules @param {string[]} moves @returns {Promise<Entry>} */
  async #entry(rules, moves) {
    const { owner, wins } = shared.proofs[rules.text], board = boardAfter(rules, moves), side = moverOn(board), over = isOver(rules, board);
    const position = textOf(rules, board);
    this.#records.set(rules.text + position, moves);
    const certificate = await this.#certificate(rules);
    const record = moves.map((name) => rules.names.indexOf(name));
    const cell = over || side !== owner ? null : certificate.move(record);
    const value = wins ? (side === owner ? "win" : "loss") : "draw", pick = cell === null ? null : rules.names[cell];
    const replies = legal(rules, board).length - 1;
    const left = !over && (side === owner ? pick === null : moves.length > 0 && certificate.move(record.slice(0, -1)) !== record.at(-1)); // by the owner's last move
    return {
      rules: rules.text, position, ply: moves.length, to_move: side, over, winner: winnerOn(rules, board), value, remoteness: 0,
      best: pick ? [pick] : [], pick, moves: pick ? [{ move: pick, value, remoteness: 0, best: true, safe: true, replies, wrong_replies: 0 }] : [],
      proved: left ? text.leftProof : text.claim(owner, wins),
    };
  }

  /** @param {Rules} rules @param {string} position */
  lookup(rules, position) { return this.#entry(rules, this.#records.get(rules.text + position) ?? []); }

  /** @param {Rules} rules @param {string[]} moves */
  game(rules, moves) { return Promise.all([...moves, ""].map((_, ply) => this.#entry(rules, moves.slice(0, ply)))); }

  async line() { return []; }

  async counts() { return null; }

  maps() { return []; }

  /** @param {Rules} rules */
  async players(rules) { return [{ name: "perfect", plays: text.claim(shared.proofs[rules.text].owner, shared.proofs[rules.text].wins), never_loses: [shared.proofs[rules.text].owner], won_against_random: null }]; }

  /** The certificate's move; of the other side any move. @param {Rules} rules @param {string} player @param {string} position @returns {Promise<Record<string, number>>} */
  async policy(rules, player, position) {
    const { pick } = await this.lookup(rules, position);
    const board = boardAfter(rules, this.#records.get(rules.text + position) ?? []), all = legal(rules, board);
    return pick ? { [pick]: 1 } : Object.fromEntries(all.map((cell) => [rules.names[cell], 1 / all.length]));
  }
}
