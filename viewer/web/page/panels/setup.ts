/** The editor: sets up a position, and reads and writes games as text. */

import { BoardView } from "../draw/board.ts";
import { at, copied, html } from "../draw/elements.ts";
import { copiedPicture, pictureOf, saved } from "../draw/picture.ts";
import { Game } from "../game/game.ts";
import { addressOf, hashOf } from "../game/link.ts";
import { orderOf, read, wrongWith } from "../game/reached.ts";
import { boardAfter, isOver, moverOn, textOf } from "../game/rules.ts";
import { capital, nameOf, sideName } from "../words/say.ts";
import { text } from "../words/text.ts";

export class Setup {
  stones: Board = [];
  /** Moves that lead to the stones. */
  moves: string[] = [];
  /** The lines that were read with them. */
  tree: Tree | undefined;

  dialog = dialogOf();
  said = at("setup-said");
  field = at("setup-text");
  known: Rules[];
  rules: Rules;
  board: BoardView;

  constructor({ session, library, actions }: Page) {
    this.known = library.games;
    this.rules = session.game.rules;
    const next = { "": "X", X: "O", O: "" } as const;
    this.board = new BoardView(at("setup-board"), this.rules, (cell) => this.#set(cell, next[this.stones[cell]]), () => {});
    at("setup-board").addEventListener("keydown", (event: KeyboardEvent) => {
      const stone = ({ x: "X", o: "O", delete: "", backspace: "" } as Record<string, "X" | "O" | "">)[event.key.toLowerCase()];
      if (stone !== undefined && !event.ctrlKey && !event.metaKey) this.#set(this.board.focus, stone);
    });
    this.field.addEventListener("input", () => this.#take());
    const file = html("input", { type: "file", accept: ".txt,text/plain" });
    file.addEventListener("change", async () => {
      this.field.value = await file.files?.[0]?.text() ?? "";
      this.#take();
    });
    at("setup-file").addEventListener("click", () => file.click());
    at("setup-open").addEventListener("click", () => { this.dialog.close(); actions.explore(this.rules, this.moves, this.tree); });
    at("setup-clear").addEventListener("click", () => this.#show(this.rules, Array(this.rules.cells).fill("")));
    at("setup-picture").addEventListener("click", () => saved(`${this.rules.text}.svg`, "image/svg+xml", pictureOf(this.rules, this.moves)));
    at("setup-png").addEventListener("click", () => copiedPicture(at("setup-png"), this.rules, this.moves));
    for (const [id, words] of Object.entries({ moves: () => this.moves.join(" "), position: () => textOf(this.rules, this.stones), link: () => addressOf(hashOf(Object.assign(new Game(this.rules, this.moves), { mode: "explore" }))) })) {
      at(`setup-${id}`).addEventListener("click", () => copied(at(`setup-${id}`), words()));
    }
  }

  /** Open with a game, as far as it is shown. */
  open(game: Game) {
    this.#show(game.rules, game.board, game.shown);
    this.field.value = game.shown.join(" ");
    this.dialog.showModal();
    this.board.cells[this.board.focus].focus();
  }

  #set(cell: number, stone: Board[number]) {
    this.#show(this.rules, this.stones.with(cell, stone));
    this.field.value = textOf(this.rules, this.stones);
  }

  /** Take typed or pasted text as soon as it is a game; until then the board stays. */
  #take() {
    try {
      const { rules, moves, board, tree } = read(this.field.value, this.rules, this.known);
      this.#show(rules, board ?? boardAfter(rules, moves ?? []), moves, tree);
    } catch (error) {
      this.#say((error as Error).message);
    }
  }

  #show(rules: Rules, stones: Board, moves?: string[], tree?: Tree) {
    if (rules !== this.board.rules) this.board.lay(rules);
    Object.assign(this, { rules, stones, tree });
    this.board.show({ board: stones, legal: [...stones.keys()], at: 0, moves: [] }, undefined);
    const wrong = moves ? "" : wrongWith(rules, stones);
    if (!wrong) this.moves = moves ?? orderOf(rules, stones) ?? [];
    this.#say(wrong && `${capital(wrong)}.`);
  }

  /** Say what is wrong or, if nothing is, whose turn it is. */
  #say(wrong: string) {
    this.said.textContent = wrong || `${nameOf(this.rules)}. ${isOver(this.rules, this.stones) ? text.isOver : text.sideToMove(sideName(this.rules.text, moverOn(this.stones)))}.`;
    this.said.classList.toggle("loss-word", Boolean(wrong));
    for (const button of this.dialog.querySelectorAll("[data-whole]")) button.disabled = Boolean(wrong);
  }
}

/** The dialog, put into the page. */
function dialogOf(): any {
  const act = (id: string, words: string, more: Record<string, string> = {}) => html("button", { type: "button", id: `setup-${id}`, ...more }, words);
  const whole = { "data-whole": "" };
  const beside = [
    html("p", { id: "setup-said", role: "status" }),
    html("div", { class: "row" }, act("open", text.exploreIt, { class: "main", ...whole }), act("clear", text.clear), act("file", text.openFile)),
    html("p", { class: "quiet" }, text.setupHelp),
    html("label", { for: "setup-text" }, text.setupText),
    html("textarea", { id: "setup-text", rows: 2, spellcheck: "false", autocapitalize: "off", autocomplete: "off" }),
    html("div", { class: "row" }, act("moves", text.copyMoves, whole), act("position", text.copyBoard), act("link", text.copyLink, whole), act("png", text.copyPicture, whole), act("picture", text.savePicture, whole)),
  ];
  const head = html("div", { class: "row spread" }, html("h2", { id: "setup-title" }, text.setup), html("button", {}, text.close));
  const parts = html("div", { id: "setup-parts" }, html("div", { id: "setup-board", class: "board", role: "group" }), html("div", {}, ...beside));
  const dialog = html("dialog", { id: "setup", "aria-labelledby": "setup-title" }, html("form", { method: "dialog" }, head, parts));
  document.body.append(dialog);
  return dialog;
}
