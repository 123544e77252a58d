/** The games as cards: those that have a book, and those that are solved on request; and games of one's own. */

import { at, button, html } from "../draw/elements.js";
import { runsOf, thumbnail } from "../draw/pieces.js";
import { rulesOf } from "../game/rules.js";
import { capital, resultOf, ruleOf, sizeOf, titleOf } from "../words/say.js";
import { text } from "../words/text.js";

export class Chooser {
  /** What stops the game that is being solved. @type {AbortController | null} */
  #solving = null;

  /** @param {Page} page */
  constructor({ session, actions, library, source }) {
    this.session = session;
    this.actions = actions;
    this.library = library;
    this.source = source;
    this.dialog = at("games");
    this.said = html("p", { class: "quiet", id: "own-said", role: "status" });
    this.cards = html("div", { id: "cards" });
    this.left = html("ul", { class: "quiet", id: "left-out", "aria-label": text.notHere });
    this.dialog.firstElementChild.append(this.cards, this.#form(), this.said, this.left);
    this.dialog.addEventListener("close", () => this.#solving?.abort());
  }

  /** The size and the rules of a game of one's own. */
  #form() {
    const number = (/** @type {string} */ name, /** @type {string} */ words) => html("label", {}, `${words} `, html("input", { type: "number", id: `own-${name}`, min: 1, max: 16, value: 3 }));
    const choice = (/** @type {string} */ name, /** @type {string} */ words) => html("label", {}, html("input", { type: "checkbox", id: `own-${name}` }), ` ${words}`);
    const sizes = [number("rows", text.rowsLabel), number("columns", text.columnsLabel), number("line", text.lineLabel)];
    const made = html("div", { class: "row", id: "own", role: "group", "aria-label": text.ownGame }, html("h3", {}, text.ownGame), ...sizes, choice("gravity", text.gravityLabel), choice("misere", text.misereLabel), button({ id: "own-open" }, () => this.#own(), text.open));
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it would close the dialog
      this.#own();
    });
    return made;
  }

  /** Open, saying what is wrong with a link. @param {string} said */
  async open(said) {
    this.#fill();
    this.said.textContent = said;
    this.dialog.showModal();
    const offered = this.source.solves ? offers().catch(() => []) : [];
    await this.library.look().catch(() => { /* those known before are shown */ });
    this.#fill();
    const missing = (await offered).filter((game) => !this.library.named(game.rules));
    this.cards.append(...missing.map((game) => this.#card(rulesOf(game), html("span", { class: "solve" }, text.solveIt), () => this.#solve(game.rules))));
  }

  #fill() {
    const first = (/** @type {Rules} */ rules) => Number(rules.text === "3x3x3");
    this.cards.replaceChildren(...this.library.games.toSorted((one, two) => first(two) - first(one)).map((rules) => this.#game(rules)));
    this.left.replaceChildren(...(this.source.leftOut?.() ?? []).map(({ rules, why, positions }) => html("li", {}, html("b", {}, rules), `: ${text.leftOut[why](positions.toLocaleString(text.code))}`)));
  }

  /** The card of a game with a book; one that cannot be read says why. @param {Rules} rules */
  #game(rules) {
    const result = html("span", { class: `value ${rules.winner ? "win" : rules.value}` }, rules.owner ? text.tryIt(rules.owner, Boolean(rules.winner)) : resultOf(rules));
    const card = this.#card(rules, result, () => {
      this.dialog.close();
      this.actions.begin(rules);
    });
    this.#refuse(rules, card, result);
    return card;
  }

  /** Say on a card why it cannot open, if that is so. @param {Rules} rules @param {HTMLElement} card @param {HTMLElement} result */
  async #refuse(rules, card, result) {
    const why = await this.source.refusal?.(rules);
    if (!why) return;
    card.setAttribute("aria-disabled", "true");
    result.replaceWith(html("span", { class: "quiet refusal" }, why));
  }

  /** @param {Rules} rules @param {HTMLElement} badge @param {() => void} choose */
  #card(rules, badge, choose) {
    const about = html("span", { class: "about" }, html("b", {}, titleOf(rules)), html("span", { class: "quiet" }, `${sizeOf(rules)}. ${ruleOf(rules)}`), badge);
    const made = html("button", { type: "button", class: "card", "data-rules": rules.text, "aria-pressed": String(rules === this.session.game.rules) }, thumbnail(rules, [], sampleOf(rules)), about);
    made.addEventListener("click", () => made.ariaDisabled !== "true" && choose());
    return made;
  }

  /** Open the game whose rules are set. */
  #own() {
    const switches = ["misere", "gravity"].filter((name) => at(`own-${name}`).checked);
    this.#solve([["rows", "columns", "line"].map((name) => at(`own-${name}`).value).join("x"), ...switches].join("-"));
  }

  /** Open a game; where there is no book of it, have it solved, and say how far that is, or what is in the way. @param {string} asked */
  async #solve(asked) {
    this.#solving?.abort();
    const solving = this.#solving = new AbortController(), bar = html("progress", { "aria-label": text.solving(asked) });
    try {
      if (!this.library.named(asked)) await this.library.look().catch(() => { /* the next step reports it */ });
      if (!this.library.named(asked)) {
        this.said.replaceChildren(text.solving(asked), " ", bar);
        bar.scrollIntoView({ block: "nearest" });
        if (!this.source.solves) throw new Error(text.noBookMake(asked));
        await solve(asked, (/** @type {number} */ share) => bar.setAttribute("value", String(share)), solving.signal);
        await this.library.look();
        if (!this.library.named(asked)) throw new Error(text.noBookMake(asked));
      }
      if (solving.signal.aborted) return;
      this.said.textContent = "";
      this.dialog.close();
      this.actions.begin(this.library.named(asked));
    } catch (error) {
      if (!solving.signal.aborted) this.said.textContent = `${capital(/** @type {Error} */ (error).message)}.`.replace("..", ".");
    }
  }
}

/** Its least obvious line, and what else there may be. @param {Rules} rules @returns {Board} */
function sampleOf({ lines, cells, columns, convention, gravity, stacks, drawing: { places, width, height, middles } }) {
  /** @type {Board} */
  const board = Array(cells).fill("");
  const span = (/** @type {number[]} */ line, /** @type {0 | 1} */ axis) => new Set(line.map((cell) => places[cell][axis])).size;
  const off = (/** @type {number[]} */ line) => line.reduce((sum, cell) => sum + Math.hypot(middles[cell][0] - width / 2, middles[cell][1] - height / 2), 0) / line.length;
  const telling = (/** @type {number[]} */ line) => 9 * runsOf(line, places).length + span(line, 0) + span(line, 1) - 2 * off(line);
  const [shown] = gravity ? lines.slice(-1) : lines.toSorted((one, two) => telling(two) - telling(one));
  if (!shown) return board;
  for (const [number, cell] of shown.entries()) board[cell] = convention === "order" && number % 2 ? "O" : "X";
  const free = gravity ? stacks.flatMap((stack) => stack.find((cell) => !board[cell]) ?? []).filter((cell) => board[cell + columns]) : [...board.keys()].filter((cell) => !board[cell]);
  if (convention !== "notakto") for (const cell of free.slice(0, shown.length - 1)) board[cell] = "O";
  return board;
}

/** Summaries of the games that it offers. @returns {Promise<any[]>} */
async function offers() {
  const response = await fetch("api/games");
  return response.ok ? (await response.json()).games : [];
}

/** Have a game solved, and tell how far that is; an error says why it cannot be. @param {string} asked @param {(share: number) => void} tell @param {AbortSignal} signal */
async function solve(asked, tell, signal) {
  const response = await fetch(`api/${encodeURIComponent(asked)}/solve`, { method: "POST", signal }).catch(() => { throw new Error(text.serverAway); });
  if (!response.ok) throw new Error((await response.json()).detail);
  const lines = /** @type {ReadableStream<Uint8Array>} */ (response.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  for (let rest = "", done = false; !done;) {
    const { value = "", done: ended } = await lines.read();
    const whole = (rest + value).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      const { share, detail } = JSON.parse(line);
      if (detail) throw new Error(detail);
      tell(share);
    }
    done = ended;
  }
}
