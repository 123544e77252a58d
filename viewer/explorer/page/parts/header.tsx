/** The bar on top: the name, the game, the day's puzzles, what to share, and the menu. */

import { begin, openPanel, show } from "../actions.ts";
import { THEMES } from "../game/puzzles.ts";
import { nextPuzzle } from "../puzzling.ts";
import { services } from "../services.ts";
import { nameOf } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { rules, state } from "../state.ts";

export function Header() {
  const { library } = services;
  const home = (event: Event) => {
    event.preventDefault();
    begin(library.first);
  };
  return (
    <header>
      <h1>
        <a href="#" onClick={home}>
          <span class="x">o</span>x<span class="o">o</span>
          <span class="book">book</span>
        </a>
      </h1>
      <button class="pill more" aria-haspopup="dialog" onClick={() => openPanel("games")}>
        {nameOf(rules.value)}
      </button>
      <Today />
      <button class="pill" aria-haspopup="dialog" onClick={() => openPanel("share")}>
        {text.share}
      </button>
      <button
        class="pill menu"
        aria-haspopup="dialog"
        aria-label={text.menu}
        onClick={() => openPanel("menu")}
      >
        <span aria-hidden="true">⋯</span>
      </button>
    </header>
  );
}

/** The day's puzzles: a square for each, filled once it is solved, and the one that is set. */
function Today() {
  const results = state.results.value, set = state.puzzle.value?.number;
  const solved = results.filter(Boolean).length;
  return (
    <button
      class="pill today"
      aria-label={`${text.today}: ${fill(text.solvedOf, solved, THEMES.length)}`}
      onClick={() => nextPuzzle(show)}
    >
      <span class="word">{text.today}</span>
      <span class="squares" aria-hidden="true">
        {THEMES.map((_, number) => (
          <i class={`${results[number] ?? ""} ${set === number ? "set" : ""}`} />
        ))}
      </span>
    </button>
  );
}
