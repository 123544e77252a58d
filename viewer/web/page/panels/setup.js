/** The editor: sets up a position, and reads and writes games as text. */

import { BoardView } from "../draw/board.js";
import { at, copied } from "../draw/elements.js";
import { pictureOf, saved } from "../draw/picture.js";
import { Game } from "../game/game.js";
import { hashOf } from "../game/link.js";
import { orderOf, read, wrongWith } from "../game/reached.js";
import { boardAfter, isOver, moverOn, textOf } from "../game/rules.js";
import { capital, nameOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @typedef {import("../game/rules.js").Rules} Rules */
/** @typedef {import("../game/rules.js").Board} Board */

export class Setup {
  /** @type {Board} */
  stones = [];
  /** Moves that lead to the stones. @type {string[]} */
  moves = [];

  /** @param {import("../main.js").Page} page */
  constructor({ session, library, actions }) {
    this.known = library.games;
    this.rules = session.game.rules;
    this.dialog = at("setup");
    this.said = at("setup-said");
    this.field = at("setup-text");
    const next = /** @type {const} */ ({ "": "X", X: "O", O: "" });
    this.board = new BoardView(at("setup-board"), this.rules, (cell) => this.#set(cell, next[this.stones[cell]]), () => {});
    at("setup-board").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      const stone = /** @type {Record<string, "X" | "O" | "">} */ ({ x: "X", o: "O", delete: "", backspace: "" })[event.key.toLowerCase()];
      if (stone !== undefined && !event.ctrlKey && !event.metaKey) this.#set(this.board.focus, stone);
    });
    this.field.addEventListener("input", () => this.#take());
    at("setup-open").addEventListener("click", () => { this.dialog.close(); actions.explore(this.rules, this.moves); });
    at("setup-clear").addEventListener("click", () => this.#show(this.rules, Array(this.rules.cells).fill("")));
    at("setup-picture").addEventListener("click", () => saved(`${this.rules.text}.svg`, "image/svg+xml", pictureOf(this.rules, this.moves)));
    for (const [id, words] of Object.entries({ moves: () => this.moves.join(" "), position: () => textOf(this.rules, this.stones), link: () => this.#link() })) {
      at(`setup-${id}`).addEventListener("click", () => copied(at(`setup-${id}`), words()));
    }
  }

  /** Open with a game, as far as it is shown. @param {Game} game */
  open(game) {
    this.#show(game.rules, game.board, game.shown);
    this.field.value = game.shown.join(" ");
    this.dialog.showModal();
    this.board.cells[this.board.focus].focus();
  }

  /** @param {number} cell @param {Board[number]} stone */
  #set(cell, stone) {
    this.#show(this.rules, this.stones.with(cell, stone));
    this.field.value = textOf(this.rules, this.stones);
  }

  /** Take typed or pasted text as soon as it is a game; until then the board stays. */
  #take() {
    try {
      const { rules, moves, board } = read(this.field.value, this.rules, this.known);
      this.#show(rules, board ?? boardAfter(rules, moves ?? []), moves);
    } catch (error) {
      this.#say(/** @type {Error} */ (error).message);
    }
  }

  /** @param {Rules} rules @param {Board} stones @param {string[]} [moves] */
  #show(rules, stones, moves) {
    if (rules !== this.board.rules) this.board.lay(rules);
    Object.assign(this, { rules, stones });
    this.board.show({ board: stones, legal: [...stones.keys()], at: 0, moves: [] }, undefined);
    const wrong = moves ? "" : wrongWith(rules, stones);
    if (!wrong) this.moves = moves ?? orderOf(rules, stones) ?? [];
    this.#say(wrong && `${capital(wrong)}.`);
  }

  /** Say what is wrong or, if nothing is, whose turn it is. @param {string} wrong */
  #say(wrong) {
    this.said.textContent = wrong || `${nameOf(this.rules)}. ${isOver(this.rules, this.stones) ? text.isOver : text.sideToMove(moverOn(this.stones))}.`;
    this.said.classList.toggle("loss-word", Boolean(wrong));
    for (const button of this.dialog.querySelectorAll("[data-whole]")) button.disabled = Boolean(wrong);
  }

  #link() {
    const game = new Game(this.rules, this.moves);
    game.mode = "explore";
    return location.href.replace(/#.*/, "") + hashOf(game);
  }
}
