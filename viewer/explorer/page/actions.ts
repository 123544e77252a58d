/**
 * Actions of a person: each changes the session and draws it. Only an action lets a player move;
 * looking back and forth never does.
 */

import { Again, moveOf } from "./answers/answer.ts";
import { LATE, SOON } from "./answers/library.ts";
import { Game } from "./game/game.ts";
import { gameOf, hashOf, modeOf, rulesIn } from "./game/link.ts";
import { nextPuzzle } from "./game/puzzles.ts";
import { other, signView } from "./game/rules.ts";
import { treeOf } from "./game/tree.ts";
import type { Library } from "./answers/library.ts";
import type { Session } from "./game/session.ts";
import type { Settings } from "./game/settings.ts";
import type { Tree } from "./game/tree.ts";
import type { Source } from "./answers/source.ts";

/** The page's address: the part after its #, the lines kept with it, and how to change both. */
export type Address = {
  hash: string;
  kept: { lines: string } | null;
  write: (hash: string, push: boolean, kept: { lines: string }) => void;
};

/** whether a player may answer, Back comes back to the game before, a move was played */
type How = { acted?: boolean; push?: boolean; played?: boolean };

const THINKING = 350; // milliseconds before a player's move, so that it is seen
const SEEN = 900; // milliseconds for which a wrong try stays on the board
const PATIENCE = 500; // milliseconds for which the answers for the position before stay shown

export class Actions {
  panels: Panel[] = [];
  /** Show an error, or take it away. */
  complain: (error: unknown) => void = () => {};
  played = false; // whether the position drawn was just played
  #drawing = 0; // the number of the last drawing: answers for an older one come too late
  #retrying = 0;
  #trying = 0; // the timer of a wrong try
  #delay = SOON;

  constructor(
    public session: Session,
    private source: Source,
    private library: Library,
    private address: Address,
  ) {
    source.onMore = () => this.#more();
  }

  #draw(what: "changed" | "known" | "unknown") {
    signView.turned = this.session.turned;
    for (const panel of this.panels) panel[what]?.();
  }

  /** Write the place into the address, and keep the lines. */
  #write(push: boolean) {
    const { game } = this.session;
    this.address.write(hashOf(game), push, { lines: game.tree.text });
  }

  /** Draw the game, at once and when the book has answered. */
  async show({ acted = false, push = false, played = false }: How = {}) {
    const { session } = this, { game } = session;
    const number = ++this.#drawing;
    clearTimeout(this.#retrying);
    clearTimeout(this.#trying);
    this.#write(push);
    session.acted = acted;
    if (session.hint < 2 || !acted) session.hint = 0;
    this.played = played;
    this.#draw("changed");
    const late = setTimeout(() => number === this.#drawing && this.#blank(), PATIENCE);
    try {
      const entries = await this.#answers();
      if (number !== this.#drawing) return;
      session.entries = entries;
      this.#delay = SOON;
      session.busy = false;
      this.complain(game.ill ? new Error(game.ill) : null);
    } catch (error) {
      if (number !== this.#drawing) return;
      this.#unanswered(error, () => this.show({ acted, played }));
      if (error instanceof Again && error.told) this.#awaitAnswer(number, acted);
      return;
    } finally {
      clearTimeout(late);
    }
    this.#judgeTry(played);
    this.#draw("known");
    this.played = false;
    this.#awaitAnswer(number, acted);
  }

  /** Remember a wrong try of a puzzle, and take it back once it has been seen. */
  #judgeTry(played: boolean) {
    const { session } = this, { game } = session;
    if (game.puzzle < 0 || game.at <= game.puzzle || session.solved) return;
    if (played) session.missed = moveOf(session.entries[game.puzzle], game.moves[game.puzzle]);
    this.#trying = setTimeout(() => {
      this.#takeBack();
      this.show();
    }, SEEN);
  }

  /**
   * Let the player whose turn it is move, if it is a player's turn.
   * @param number of the drawing that it follows
   */
  #awaitAnswer(number: number, acted: boolean) {
    const { game } = this.session;
    if (acted && game.latest && game.awaited) {
      setTimeout(() => number === this.#drawing && this.#answer(number), THINKING);
    }
  }

  async #more() {
    const number = this.#drawing;
    const entries = await this.#answers().catch(() => null);
    if (!entries || number !== this.#drawing) return;
    this.session.entries = entries;
    this.complain(null);
    this.#draw("known");
  }

  /**
   * Draw again after a change of something other than the game: a setting, or a comment on a line.
   */
  redraw() {
    this.#write(false);
    this.#draw("changed");
    if (this.session.entry) this.#draw("known");
  }

  /** The book's answers by ply. */
  #answers() {
    return this.source.game(this.session.game.rules, this.session.game.moves, this.session.game.at);
  }

  /** Show only what is known without answers. */
  #blank() {
    this.session.entries = [];
    this.#draw("unknown");
  }

  /** The position's answer is unknown: show nothing of it, and ask again. */
  #unanswered(error: unknown, again: () => void) {
    const may = error instanceof Again;
    this.session.busy = may && error.busy;
    this.#blank();
    this.complain(may && error.told ? null : error);
    if (!may || error.told) return;
    this.#retrying = setTimeout(again, this.#delay);
    this.#delay = Math.min(2 * this.#delay, LATE);
  }

  retry() {
    if (this.#retrying) this.show();
  }

  /**
   * A person's move, by its number. In a puzzle it is a try: a wrong one is taken back, and after the
   * right one the puzzle is over.
   * @returns whether it is played
   */
  play(move: number) {
    const { game, solved } = this.session;
    if (game.puzzle >= 0 && game.at > game.puzzle) {
      if (solved) return false;
      this.#takeBack();
    }
    const played = game.seats[game.side] === "human" && game.play(move);
    if (played) this.show({ acted: true, push: game.puzzle < 0, played: true });
    return played;
  }

  /** Take a wrong try of a puzzle back. */
  #takeBack() {
    const { game } = this.session;
    game.jump(game.puzzle);
    game.turn(game.shown);
  }

  /** The move of the player whose turn it is. @param number of the drawing that it follows */
  async #answer(number: number) {
    const { game } = this.session;
    try {
      const policy = await this.source.policy(game.rules, game.seats[game.side], game.shown);
      if (number !== this.#drawing) return;
      let chance = Math.random();
      const moves = Object.entries(policy);
      const [name] = moves.find(([, share]) => (chance -= share) < 0) ?? moves[moves.length - 1];
      game.playNamed(name);
      this.show({ acted: true, played: true });
    } catch (error) {
      if (number === this.#drawing) this.#unanswered(error, () => this.show({ acted: true }));
    }
  }

  /** Go to the position after these moves: back or on in the game, or in a new game. */
  go(moves: string[]) {
    if (moves.every((name, ply) => name === this.session.game.moves[ply])) this.jump(moves.length);
    else this.take(moves, moves.length);
  }

  /**
   * Go to another line at the place of this move; return false if there is none.
   * @param by how many moves on, or back
   */
  vary(by: number) {
    const { tree, shown, at } = this.session.game, line = tree.beside(shown, by);
    return line ? void this.take(line, at) : false;
  }

  /** Remove the move that is shown from the tree, with all that follows it. */
  remove() {
    const { game } = this.session;
    game.tree.remove(game.shown);
    this.take(game.tree.line(game.shown.slice(0, -1)), game.at - 1);
  }

  /** Go to a place of another line; this one stays in the tree. */
  take(moves: string[], ply: number) {
    this.session.game.turn(moves);
    this.session.game.jump(ply);
    this.show({ push: true });
  }

  jump(ply: number) {
    this.session.game.jump(ply);
    this.show();
  }

  /** Go back or on to the next position in which a person is to move. */
  step(by: number) {
    this.session.game.step(by);
    this.show();
  }

  /** Give up what has been taken back, and let a player move. */
  goOn() {
    this.session.game.turn(this.session.game.shown);
    this.show({ acted: true, push: true });
  }

  async begin(rules: Rules = this.session.game.rules) {
    const how = { acted: true, push: true }, changed = rules !== this.session.game.rules;
    this.session.hint = 0;
    this.session.game.start(rules);
    await (changed ? this.#settled(how) : this.show(how));
  }

  rematch() {
    const { game, own, settings } = this.session;
    if (own) settings.keep({ side: other(own) });
    game.seats = { X: game.seats.O, O: game.seats.X };
    this.begin();
  }

  /** Give a hint: the cell at first, then why. */
  hint() {
    this.session.hint = Math.min(2, this.session.hint + 1);
    this.redraw();
  }

  values() {
    const { session } = this, { settings, game } = session;
    if (session.puzzled) session.peeked = !session.peeked;
    else settings.keep({ values: { ...settings.values, [game.mode]: !session.shown } });
    this.redraw();
  }

  /** Change the mode; the game stays, and so do the players of that mode. */
  async mode(mode: Mode) {
    const { session } = this, { game, settings } = session;
    if (game.mode === mode && game.puzzle < 0) return;
    if (game.puzzle >= 0) game.start(game.rules);
    Object.assign(game, { mode, lost: "" });
    settings.keep({ mode });
    if (mode === "play") game.seats = settings.seats;
    else game.seats = { X: "human", O: "human" };
    await this.#settled({ acted: mode === "play", push: true }); // the opponent may be to move
  }

  /** Another opponent, in a game that goes on; the other side, and a proof, begin a new one. */
  against(opponent: string, asked: Side) {
    const { session } = this, { game, settings } = session, { proof } = game.rules;
    const side = opponent === "proof" ? other(proof!.owner) : asked;
    const turned = settings.side !== side || opponent === "proof";
    settings.keep({ opponent, side });
    game.seats = settings.seats;
    if (game.over || turned) game.start(game.rules);
    if (!game.at) session.hint = 0;
    this.show({ acted: true, push: true });
  }

  sit(side: Side, name: string) {
    this.session.game.seats[side] = name;
    this.show({ acted: true });
  }

  /**
   * Explore a game that was set up or pasted, with its lines; Back comes back to the one before.
   */
  explore(rules: Rules, moves: string[], tree?: Tree) {
    const before = this.session.game.rules;
    const game = new Game(rules, tree ? tree.line(moves) : moves);
    game.mode = "explore";
    if (tree) game.tree = tree;
    this.session.game = game;
    this.#write(true);
    if (rules === before) this.#settled();
    else this.open();
  }

  /**
   * Set a puzzle, the day's first, in their order; then others at random. Both sides are the
   * person's.
   */
  async puzzle() {
    const { session } = this, { rules } = session.game;
    try {
      const moves = await nextPuzzle(session, this.source);
      if (session.game.rules !== rules) return;
      const { dare } = session.game;
      session.game = Object.assign(new Game(rules, moves), {
        dare: session.puzzles?.index ? "" : dare,
      });
      session.game.puzzle = session.game.at;
      session.peeked = false;
      session.missed = null;
      await this.#settled({ push: true });
    } catch (error) {
      this.complain(error);
    }
  }

  /** Draw a game of other rules, or in another mode. */
  async #settled(how: How = {}) {
    this.session.settle();
    await this.show(how);
  }

  /** The first drawing, and that of another address. */
  async open(acted = false) {
    this.#write(false); // before anything is laid out, which it would have to wait for
    await this.#settled({ acted });
    if (this.session.game.dare.includes("-") && this.session.game.puzzle < 0) await this.puzzle();
  }

  /** Open the link whose game was not there before. */
  follow() {
    const { session } = this;
    session.game = linkedGame(this.address, this.library.games, session.settings);
    return this.open();
  }

  /**
   * The address has changed: by Back, or by hand.
   * @param tell called with the book that is awaited
   */
  async moved(tell: (error: Error | null, rules?: string) => void) {
    const { hash } = this.address, { session } = this;
    if (hash === hashOf(session.game)) { // back from a game that was being opened
      this.complain(null);
      if (session.entry) this.#draw("known");
      return;
    }
    const asked = rulesIn(hash);
    // its book may have come since
    if (asked && !this.library.named(asked)) {
      await this.library.look().catch(() => {/* those known before are offered */});
      await this.library.gather(() => rulesIn(this.address.hash), tell);
    }
    // the address has changed again, which is handled by its own event
    if (hash !== this.address.hash) return;
    const before = session.game;
    const game = session.game = linkedGame(this.address, this.library.games, session.settings);
    if (game.rules !== before.rules) return void this.open();
    before.tree.merge(game.tree.root);
    game.tree = before.tree;
    await this.#settled();
  }
}

/** The game of an address; a bare one opens as the last visit did. */
export function linkedGame({ hash, kept }: Address, games: Rules[], settings: Settings) {
  const game = gameOf(hash, games);
  if (kept && !game.lost) {
    const tree = treeOf(kept.lines, game.rules);
    tree.merge(game.tree.root);
    game.tree = tree;
  }
  game.mode = modeOf(hash, settings);
  if (!rulesIn(hash) && game.mode === "play") game.seats = settings.seats;
  return game;
}
