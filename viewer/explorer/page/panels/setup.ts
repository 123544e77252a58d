/** The editor: sets up a position, and reads and writes games as text. */

import { BoardView } from "../draw/board.ts";
import { button, copied, html, quiet, row } from "../draw/elements.ts";
import { copiedPicture } from "../draw/picture.ts";
import { Game } from "../game/game.ts";
import { addressOf, hashOf } from "../game/link.ts";
import { orderOf, read } from "../game/reached.ts";
import { boardAfter, isOver, moverOn, textOf } from "../game/rules.ts";
import { capital, nameOf, sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { openDialog } from "./dialog.ts";
import type { Read } from "../game/reached.ts";
import type { Tree } from "../game/tree.ts";
import type { Page } from "../page.ts";

const STILL = 300; // milliseconds without a key until a server is asked what a text is
const WHOLE = { "data-whole": "" }; // for buttons that need a game

export class Setup {
  stones: Board = [];
  moves: string[] = []; // moves that lead to the stones
  tree: Tree | undefined; // the lines that were read with them

  said = html("p", { id: "setup-said", role: "status" });
  field = html("textarea", {
    id: "setup-text",
    rows: 2,
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
  });
  root = html("div", { id: "setup-board", class: "board", role: "group" });
  dialog: HTMLDialogElement;
  board: BoardView;
  known: Rules[];

  /** Open with the page's game, as far as it is shown. */
  constructor(private page: Page) {
    const { session: { game }, library, actions } = page;
    this.known = library.games;
    const next = { "": "X", X: "O", O: "" } as const;
    this.board = new BoardView(
      this.root,
      game.rules,
      (cell) => this.#set(cell, next[this.stones[cell]]),
      () => {},
    );
    this.root.addEventListener("keydown", (event) => {
      const stone = ({ x: "X", o: "O", delete: "", backspace: "" } as Record<string, Side | "">)[
        event.key.toLowerCase()
      ];
      if (stone !== undefined && !event.ctrlKey && !event.metaKey) {
        this.#set(this.board.focus, stone);
      }
    });
    this.field.addEventListener("input", () => this.#take());
    const begin = this.#row([
      ["open", text.exploreIt, () => {
        this.dialog.close();
        actions.explore(this.rules, this.moves, this.tree);
      }, { class: "main", ...WHOLE }],
      ["clear", text.clear, () => this.#show(this.rules, Array(this.rules.cells).fill(""))],
      ["file", text.openFile, () => this.#load()],
    ]);
    const beside = html(
      "div",
      {},
      this.said,
      begin,
      quiet(text.setupHelp),
      html("label", { for: "setup-text" }, text.setupText),
      this.field,
      this.#copies(),
    );
    this.dialog = openDialog(
      "setup",
      text.setup,
      html("div", { id: "setup-parts" }, this.root, beside),
    );
    this.#show(game.rules, game.board, game.shown);
    this.field.value = game.shown.join(" ");
    this.board.cells[this.board.focus].focus();
  }

  get rules() {
    return this.board.rules;
  }

  #copies() {
    const link = () => hashOf(Object.assign(new Game(this.rules, this.moves), { mode: "explore" }));
    return this.#row([
      ["moves", text.copyMoves, (pressed) => copied(pressed, this.moves.join(" ")), WHOLE],
      ["position", text.copyBoard, (pressed) => copied(pressed, textOf(this.rules, this.stones))],
      ["link", text.copyLink, (pressed) => copied(pressed, addressOf(link())), WHOLE],
      ["png", text.copyPicture, (pressed) => copiedPicture(pressed, this.rules, this.moves), WHOLE],
    ]);
  }

  #row(
    buttons: [
      id: string,
      words: string,
      act: (pressed: HTMLElement) => void,
      more?: Record<string, string>,
    ][],
  ) {
    return row(
      ...buttons.map(([id, words, act, more]) =>
        button({ id: `setup-${id}`, ...more }, act, words)
      ),
    );
  }

  #load() {
    const file = html("input", { type: "file", accept: ".txt,text/plain" });
    file.addEventListener("change", async () => {
      this.field.value = await file.files?.[0]?.text() ?? "";
      this.#take();
    });
    file.click();
  }

  #set(cell: number, stone: Board[number]) {
    this.#show(this.rules, this.stones.with(cell, stone));
    this.field.value = textOf(this.rules, this.stones);
  }

  /**
   * Take typed or pasted text as soon as it is a game; until then the board stays. A server reads
   * more notations.
   */
  async #take() {
    const typed = this.field.value;
    try {
      const here = read(typed, this.rules, this.known);
      if (here) return this.#put(here);
      this.#say(text.unreadableGame(typed.slice(0, 40)));
      await new Promise((done) => setTimeout(done, STILL));
      if (typed !== this.field.value) return;
      const there = await this.page.source.read(this.rules, typed.trim());
      if (there && typed === this.field.value) this.#put(there);
    } catch (error) {
      // a server speaks of its command's options
      const said = (error as Error).message.replace(/: choose with .*/, `. ${text.nameLabels}`);
      if (typed === this.field.value) this.#say(said);
    }
  }

  #put({ rules, moves, board, tree }: Read) {
    this.#show(rules, board ?? boardAfter(rules, moves ?? []), moves, tree);
  }

  #show(rules: Rules, stones: Board, moves?: string[], tree?: Tree) {
    if (rules !== this.rules) this.board.lay(rules);
    Object.assign(this, { stones, tree });
    this.board.show({ board: stones, legal: [...stones.keys()], at: 0, moves: [] }, undefined);
    const found = moves ?? orderOf(rules, stones);
    if (found) this.moves = found;
    const wrong = found ? "" : wrongWith(rules, stones);
    this.#say(wrong && `${capital(wrong)}.`);
  }

  /** Say what is wrong or, if nothing is, whose turn it is. */
  #say(wrong: string) {
    this.said.textContent = wrong ||
      `${nameOf(this.rules)}. ${
        isOver(this.rules, this.stones)
          ? text.isOver
          : text.sideToMove(sideName(this.rules.text, moverOn(this.stones)))
      }.`;
    this.said.classList.toggle("loss-word", Boolean(wrong));
    for (const one of this.dialog.querySelectorAll<HTMLButtonElement>("[data-whole]")) {
      one.disabled = Boolean(wrong);
    }
  }
}

/** The fault of a board that no legal game reaches. */
function wrongWith(rules: Rules, stones: Board) {
  const [x, o] = ["X", "O"].map((side) => stones.filter((stone) => stone === side).length);
  const counts = rules.terms.signs.join() === "X,O" && x !== o && x !== o + 1;
  const shown = textOf(rules, stones);
  return counts ? text.wrongCounts(`'${shown}'`, x, o) : text.noLegalGame(shown);
}
