/**
 * A board in any page: `<div class="oxobook-board" data-rules="3x3x3" data-position="a3 b2"
 * data-values></div>` and the script board.js of a site or a server, or `oxobook.mount` by hand.
 */

import { render } from "preact";
import { Board } from "./board/board.tsx";
import { chipsOf } from "./chips.ts";
import { folder, held, load } from "./files.ts";
import { boardOfGame } from "./game/game.ts";
import { read } from "./game/read.ts";
import { rulesOf } from "./game/rules.ts";
import { services } from "./services.ts";

/** The rules of a game as text, moves or a board, and whether moves are shown with their values. */
type Embedded = { rules: string; position?: string; values?: boolean };

/** The style of a board, which bundle.ts puts here. */
declare const BOARD_STYLE: string;

const COLOURS = `
.oxobook-board { color-scheme: light dark; --paper: light-dark(#fff, #12161d);
  --ink: light-dark(#1d2430, #e8eaee); --dim: light-dark(#5f6672, #98a1b0);
  --faint: light-dark(#98a1b0, #5d6675); --halo: light-dark(#eeebe4, #1c222c);
  --slot: light-dark(#d3ddf2, #22304b); --x: light-dark(#2a5bd7, #7aa7ff);
  --o: light-dark(#c2441d, #ff8a63); --draw: light-dark(#5f6672, #98a1b0);
  --x-tint: light-dark(#dde5f8, #1b2a4a); --o-tint: light-dark(#fff0e9, #4a2518);
  --draw-tint: light-dark(#ece9e2, #252c36); --margin: 0 1.5rem 1.5rem; max-width: 22rem; font-family: system-ui, sans-serif; }
.oxobook-board *, .oxobook-board { box-sizing: border-box; }
`;

folder.address = (document.currentScript as HTMLScriptElement | null)?.src.replace(/[^/]*$/, "") ??
  "";
let dressed = false;

/** Put a board into an element. */
export async function mount(element: Element, { rules: named, position, values }: Embedded) {
  if (!held.known) await load("known.js");
  const games = held.known.books.map(rulesOf), rules = games.find((one) => one.text === named);
  if (!rules) throw new Error(`there is no book of ${named} beside this board`);
  if (!dressed) {
    document.head.append(Object.assign(document.createElement("style"), {
      textContent: COLOURS + BOARD_STYLE,
    }));
    dressed = true;
  }
  element.classList.add("oxobook-board");
  const show = async (typed: string) => {
    const { game } = read(typed || ".".repeat(rules.cells), rules, games);
    const entries = values ? await services.source.game(rules, game.moves, game.at) : [];
    const last = game.moves.length ? rules.moves.indexOf(game.moves.at(-1)!) % rules.cells : null;
    const entry = entries[game.at];
    render(
      <Board
        rules={rules}
        board={boardOfGame(game)}
        free={entry && !entry.over ? entry.moves.map((one) => rules.moves.indexOf(one.move)) : []}
        last={last}
        axes
        chips={entry && chipsOf(rules, entry)}
        onPlay={(cell) => void show([...game.moves, rules.moves[cell]].join(" "))}
      />,
      element,
    );
  };
  await show(position ?? "");
}

held.mount = mount;

addEventListener("DOMContentLoaded", () => {
  for (const element of document.querySelectorAll<HTMLElement>(".oxobook-board[data-rules]")) {
    const { rules, position, values } = element.dataset;
    mount(element, { rules: rules!, position, values: values !== undefined });
  }
});
