/**
 * The games as cards: those that have a book, and those that are solved on request; and games of
 * one's own.
 */

import { html } from "../draw/elements.ts";
import { thumbnail } from "../draw/pieces.ts";
import { sampleOf } from "../draw/sample.ts";
import { rulesOf } from "../game/rules.ts";
import { capital, resultOf, ruleOf, sizeOf, titleOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import { openDialog } from "./dialog.ts";
import type { Games, KnownGame, Problem, Step } from "../reports.ts";
import type { Page } from "../page.ts";

export class Chooser {
  #solving: AbortController | null = null; // what stops the game that is being solved
  said = html("p", { class: "quiet", id: "own-said", role: "status" });
  cards = html("div", { id: "cards" });
  dialog: HTMLDialogElement;

  /**
   * Open, saying what is wrong with a link.
   * @param lost rules of the link's game, which is solved and opened if it may be
   */
  constructor(private page: Page, said = "", private lost: string | null = null) {
    this.said.textContent = said;
    this.#fill();
    this.dialog = openDialog("games", text.game, this.cards, this.#form(), this.said);
    this.dialog.addEventListener("close", () => this.#solving?.abort());
    this.#look();
  }

  /** Learn which games there are now, and which may be solved. */
  async #look() {
    const offered = this.page.source.known.solves ? offers().catch(() => []) : [];
    await this.page.library.look().catch(() => {/* those known before are shown */});
    this.#fill();
    const missing = (await offered).filter((game) => !this.page.library.named(game.rules));
    this.cards.append(
      ...missing.map((game) =>
        this.#card(
          rulesOf(game as KnownGame),
          html("span", { class: "solve" }, text.solveIt),
          () => this.#solve(game.rules),
        )
      ),
    );
    if (missing.some((game) => game.rules === this.lost)) await this.#solve(this.lost!);
    else if (this.lost && this.page.library.open(this.lost)) this.#open(this.lost);
  }

  /** The size and the rules of a game of one's own. */
  #form() {
    const number = (name: string, words: string) =>
      html(
        "label",
        {},
        `${words} `,
        html("input", { type: "number", id: `own-${name}`, name, min: 1, max: 16, value: 3 }),
      );
    const choice = (name: string, words: string) =>
      html("label", {}, html("input", { type: "checkbox", id: `own-${name}`, name }), ` ${words}`);
    const made = html(
      "form",
      { class: "row", id: "own", novalidate: true, "aria-label": text.ownGame },
      html("h3", {}, text.ownGame),
      number("rows", text.rowsLabel),
      number("columns", text.columnsLabel),
      number("line", text.lineLabel),
      choice("gravity", text.gravityLabel),
      choice("misere", text.misereLabel),
      html("button", { id: "own-open" }, text.open),
    );
    made.addEventListener("submit", (event) => {
      event.preventDefault();
      const { rows, columns, line, misere, gravity } = Object.fromEntries(new FormData(made));
      this.#solve(
        [`${rows}x${columns}x${line}`, misere && "misere", gravity && "gravity"].filter(Boolean)
          .join("-"),
      );
    });
    return made;
  }

  #fill() {
    const first = (rules: Rules) => Number(rules.text === "3x3x3");
    this.cards.replaceChildren(
      ...this.page.library.games.toSorted((one, two) => first(two) - first(one)).map((rules) =>
        this.#game(rules)
      ),
    );
  }

  /** The card of a game that can be opened. */
  #game(rules: Rules) {
    const result = html(
      "span",
      { class: rules.held === "open" ? "quiet" : `value ${rules.winner ? "win" : rules.value}` },
      rules.held === "open"
        ? text.openGame
        : rules.owner
        ? text.tryIt(rules.owner, Boolean(rules.winner))
        : resultOf(rules),
    );
    return this.#card(rules, result, () => {
      this.dialog.close();
      this.page.actions.begin(rules);
    });
  }

  #card(rules: Rules, badge: HTMLElement, choose: () => void) {
    const about = html(
      "span",
      { class: "about" },
      html("b", {}, titleOf(rules)),
      html("span", { class: "quiet" }, `${sizeOf(rules)}. ${ruleOf(rules)}`),
      badge,
    );
    const made = html(
      "button",
      {
        type: "button",
        class: "card",
        "data-rules": rules.text,
        "aria-pressed": String(rules === this.page.session.game.rules),
      },
      thumbnail(rules, [], sampleOf(rules)),
      about,
    );
    made.addEventListener("click", choose);
    return made;
  }

  /**
   * Open a game; where there is no book of it, have it solved, and say how far that is, or what is
   * in the way.
   */
  async #solve(asked: string) {
    this.#solving?.abort();
    const solving = this.#solving = new AbortController(),
      bar = html("progress", { "aria-label": text.solving(asked) });
    const { library, source } = this.page;
    try {
      if (!library.named(asked)) await library.look().catch(() => {/* the next step reports it */});
      if (!library.named(asked)) {
        this.said.replaceChildren(text.solving(asked), " ", bar);
        bar.scrollIntoView({ block: "nearest" });
        if (!source.known.solves) throw new Error(text.noBookMake(asked));
        const tell = (share: number) => bar.setAttribute("value", String(share));
        await solve(asked, tell, solving.signal);
        await library.look();
        if (!library.named(asked)) throw new Error(text.noBookMake(asked));
      }
    } catch (error) {
      if (solving.signal.aborted) return;
      // what has no book is played by search
      if (!library.open(asked)) {
        this.said.textContent = `${capital((error as Error).message)}.`.replace("..", ".");
        return this.said.scrollIntoView({ block: "nearest" });
      }
    }
    if (!solving.signal.aborted) this.#open(asked);
  }

  /** Open a game that is there, or its link. */
  #open(asked: string) {
    this.said.textContent = "";
    this.dialog.close();
    if (asked === this.lost) this.page.actions.follow();
    else this.page.actions.begin(this.page.library.named(asked));
  }
}

async function offers(): Promise<Games["games"]> {
  const response = await fetch("api/games");
  return response.ok ? (await response.json() as Games).games : [];
}

/** Have a game solved, and tell how far that is; an error says why it cannot be. */
async function solve(asked: string, tell: (share: number) => void, signal: AbortSignal) {
  const response = await fetch(`api/${encodeURIComponent(asked)}/solve`, { method: "POST", signal })
    .catch(() => {
      throw new Error(text.serverAway);
    });
  if (!response.ok) throw new Error((await response.json() as Problem).detail);
  const lines = (response.body as ReadableStream<Uint8Array>).pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  ).getReader();
  for (let rest = "", done = false; !done;) {
    const { value = "", done: ended } = await lines.read();
    const whole = (rest + value).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      const { share, detail } = JSON.parse(line) as Step;
      if (detail) throw new Error(detail);
      tell(share!);
    }
    done = ended;
  }
}
