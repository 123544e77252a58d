/** Help for teachers: slides for the projector, and papers to print. */

import { button, choice, html, quiet, row } from "../draw/elements.ts";
import { held, load } from "../files.ts";
import { findPuzzles, THEMES } from "../game/puzzles.ts";
import { textAfter } from "../game/rules.ts";
import { gameSlides, hasLessons, lessonSlides, questionSlides } from "../game/slides.ts";
import { nameOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import { openDialog } from "./dialog.ts";
import { Projector } from "./projector.ts";
import type { Slide } from "../game/slides.ts";
import type { Page } from "../page.ts";

const ROUNDS = 3; // of questions, each with every theme
const SIZES = { a4: "A4", letter: "Letter" };

export class Classroom {
  dialog: HTMLDialogElement;

  constructor(private page: Page) {
    const { rules } = page.session.game;
    const project = (words: string, slides: () => Promise<Slide[]>) =>
      button({}, () => this.#project(slides), words);
    const lesson = async (side: Side) => {
      await load("lessons.js");
      return lessonSlides(rules, side, held.lessons);
    };
    const lessons = hasLessons(rules)
      ? (["X", "O"] as const).map((side) => project(text.neverLoses(side), () => lesson(side)))
      : [];
    this.dialog = openDialog(
      "classroom",
      text.forClass,
      quiet(nameOf(rules)),
      html("h3", {}, text.onProjector),
      row(
        project(text.projectGame, () => this.#game(page.session.game.moves)),
        project(text.projectQuestions, () => this.#questions()),
        ...lessons,
      ),
      ...this.#papers(),
    );
  }

  /** Links to this game's papers, in the chosen size. */
  #papers() {
    const { rules } = this.page.session.game;
    const links = html("div", { class: "row" });
    const fill = (paper: string) =>
      links.replaceChildren(
        ...Object.entries(text.papers).flatMap(([name, words]) => {
          const address = this.page.source.paper(rules, name, paper, text.code);
          return address
            ? [html("a", { href: address, download: `${rules.text}-${name}.pdf` }, words)]
            : [];
        }),
      );
    const size = choice({}, SIZES, navigator.language === "en-US" ? "letter" : "a4", fill);
    fill(size.value);
    const head = html("h3", {}, text.toPrint);
    if (!links.children.length) {
      return [head, quiet(rules.papers ? text.noPapers : text.papersOf3)];
    }
    const sizes = html("label", {}, `${text.paperSize} `, size);
    return [html("div", { class: "row spread" }, head, sizes), links];
  }

  async #project(slides: () => Promise<Slide[]>) {
    try {
      const made = await slides(), { game } = this.page.session;
      // a move on the wall continues the game there, not the one on the page
      const projector = new Projector(game.rules, async (cell, { shown }) => {
        projector.show(await this.#game([...shown.moves, game.rules.moves[cell]]), shown.at + 1);
      });
      projector.show(made, made[0].entry && !game.over ? game.at : 0);
    } catch (error) {
      this.dialog.close();
      this.page.actions.complain(error);
    }
  }

  async #game(moves: string[]) {
    const { rules } = this.page.session.game;
    return gameSlides(rules, moves, await this.page.source.game(rules, moves));
  }

  async #questions() {
    const { rules } = this.page.session.game, seen = new Set<string>();
    const puzzles: [string[], Entry][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (
        const moves of await findPuzzles(
          this.page.source,
          rules,
          Math.floor(Math.random() * 2 ** 32),
          THEMES,
          seen,
        )
      ) {
        puzzles.push([moves, await this.page.source.lookup(rules, textAfter(rules, moves))]);
      }
    }
    if (!puzzles.length) throw new Error(text.noPuzzle);
    return questionSlides(rules, puzzles);
  }
}
