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
import { cellOf, legal, rulesOf } from "./game/rules.ts";
import { services } from "./services.ts";

/** The rules of a game as text, moves or a board, and whether moves are shown with their values. */
type Embedded = { rules: string; position?: string; values?: boolean };

/** The style of a board, which bundle.ts puts here. */
declare const BOARD_STYLE: string;

folder.address = (document.currentScript as HTMLScriptElement | null)?.src.replace(/[^/]*$/, "") ??
  "";
let dressed = false;

/** Put a board into an element. */
export async function mount(element: Element, { rules: named, position, values }: Embedded) {
  if (!held.known) await load("known.js");
  const games = held.known.books.map(rulesOf), rules = games.find((one) => one.text === named);
  if (!rules) throw new Error(`expected one of ${games.map((one) => one.text)}; got ${named}`);
  if (!dressed) {
    document.head.append(Object.assign(document.createElement("style"), {
      textContent: BOARD_STYLE,
    }));
    dressed = true;
  }
  element.classList.add("oxobook-board");
  const show = async (typed: string) => {
    const { game } = read(typed || ".".repeat(rules.cells), rules, games);
    const board = boardOfGame(game), free = legal(rules, board);
    const entry = values && (await services.source.game(rules, game.moves, game.at))[game.at];
    render(
      <Board
        rules={rules}
        board={board}
        free={free}
        last={cellOf(rules, game.moves.at(-1))}
        axes
        chips={entry ? chipsOf(rules, entry) : undefined}
        onPlay={(cell) => free.includes(cell) && show([...game.moves, rules.moves[cell]].join(" "))}
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
