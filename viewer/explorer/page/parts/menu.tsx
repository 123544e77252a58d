/** The menu: a place to go to, help for a class, and settings. */

import { useState } from "preact/hooks";
import { follow, setting } from "../actions.ts";
import { held, load } from "../files.ts";
import { findPuzzles, THEMES } from "../game/puzzles.ts";
import { read } from "../game/read.ts";
import { gameSlides, hasLessons, lessonSlides, questionSlides } from "../game/slides.ts";
import { services } from "../services.ts";
import { fill, text } from "../words/text.ts";
import { rules, state } from "../state.ts";
import { Dialog } from "./dialog.tsx";
import type { Slide } from "../game/slides.ts";

const ROUNDS = 2; // of questions, each with every theme

export const Menu = () => (
  <Dialog title={text.menu} name="menu">
    <GoTo />
    <ForClass />
    <Choices />
    <p class="quiet">{rules.value.held === "search" ? text.fromSearch : text.fromBook}</p>
    <p class="quiet keys">{text.keys}</p>
  </Dialog>
);

/** A field that takes moves, a board or a link. */
function GoTo() {
  const [wrong, say] = useState("");
  const go = (event: Event) => {
    event.preventDefault();
    const field = new FormData(event.currentTarget as HTMLFormElement).get("typed");
    try {
      follow(read(String(field), rules.value, state.games.value));
    } catch (error) {
      say((error as Error).message);
    }
  };
  return (
    <form class="go-to" onSubmit={go}>
      <label for="typed">{text.goTo}</label>
      <div class="link-row">
        <input id="typed" name="typed" autocomplete="off" aria-describedby="typed-help" />
        <button>{text.go}</button>
      </div>
      <p class="quiet" id="typed-help" role="status">{wrong || text.goToHelp}</p>
    </form>
  );
}

/** What a teacher shows on a projector. */
function ForClass() {
  const of = rules.value, lessons = hasLessons(of) ? ["X", "O"] as const : [];
  const show = async (slides: Promise<Slide[]>) => {
    const all = await slides;
    state.panel.value = null;
    if (all.length) state.slides.value = all;
    else state.note.value = text.noPuzzle;
  };
  return (
    <section>
      <h3>{text.forClass}</h3>
      <div class="row">
        <button onClick={() => show(gameAsSlides())}>{text.projectGame}</button>
        <button onClick={() => show(questions())}>{text.projectQuestions}</button>
        {lessons.map((side) => (
          <button onClick={() => show(lessonsOf(side))}>{fill(text.neverLoses, side)}</button>
        ))}
      </div>
      {of.rows === 3 && of.columns === 3 && <p class="quiet">{text.papers}</p>}
    </section>
  );
}

async function gameAsSlides() {
  const { rules: of, moves } = state.game.value;
  return gameSlides(of, moves, await services.source.game(of, moves, moves.length));
}

async function questions() {
  const of = rules.value, seen = new Set<string>(), found: [string[], Entry][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    for (const moves of await findPuzzles(services.source, of, seed, THEMES, seen)) {
      found.push([moves, (await services.source.game(of, moves)).at(-1)!]);
    }
  }
  return questionSlides(of, found);
}

async function lessonsOf(side: Side) {
  await load("lessons.js");
  return lessonSlides(rules.value, side, held.lessons);
}

function Choices() {
  const choice = (name: "theme" | "language", words: string, options: Record<string, string>) => (
    <label>
      {words}{" "}
      <select
        value={state.settings.value[name]}
        onChange={(event) => {
          setting({ [name]: event.currentTarget.value });
          if (name === "language") location.reload();
        }}
      >
        {Object.entries(options).map(([value, called]) => <option value={value}>{called}</option>)}
      </select>
    </label>
  );
  return (
    <section>
      <h3>{text.settings}</h3>
      <div class="row">
        {choice("theme", text.light, { auto: text.auto, light: text.lightOn, dark: text.dark })}
        {choice("language", text.language, { auto: text.auto, en: "English", de: "Deutsch" })}
      </div>
    </section>
  );
}
