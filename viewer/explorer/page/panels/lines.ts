/** The lines that were played, as a tree to walk in, with comments; they are saved as a file. */

import { at, button, html, refill, row } from "../draw/elements.ts";
import { saved } from "../draw/picture.ts";
import { markOf } from "../game/story.ts";
import { writtenLines } from "../game/tree.ts";
import { text } from "../words/text.ts";
import type { PlayedMove } from "../game/tree.ts";
import type { Page } from "../page.ts";

type Step = (node: PlayedMove, moves: string[]) => (HTMLElement | string)[];

export function lines(page: Page): Panel {
  const { session, actions } = page, root: HTMLDetailsElement = at("lines-fold");
  let rich = false; // whether there was more than one line
  const drawing = html("div", { id: "tree" });
  const comment = html("input", {
    id: "comment",
    "aria-label": text.comment,
    placeholder: text.comment,
    maxlength: 200,
  });
  comment.addEventListener("change", () => {
    session.game.tree.add(session.game.shown).comment = comment.value.trim();
    actions.redraw();
  });
  const removed = button({}, () => actions.remove(), text.removeMove);
  const first = button({}, () => {
    session.game.tree.promote(session.game.moves);
    actions.redraw();
  }, text.mainLine);
  const file = button(
    {},
    () =>
      saved(
        `${session.game.rules.text}.txt`,
        "text/plain",
        writtenLines(session.game.tree, session.game.rules),
      ),
    text.saveFile,
  );
  root.append(
    drawing,
    comment,
    row(first, file, removed),
  );
  return {
    known() {
      const { game } = session, { tree } = game;
      if (game.mode !== "explore") return;
      const parts = [...said(tree.root), ...after(tree.root, [], stepper(page))];
      refill(drawing, parts, "[aria-current]");
      comment.value = tree.find(game.shown)?.comment ?? "";
      removed.disabled = !game.at;
      if (tree.rich && !rich) root.open = true; // lines open by themselves
      rich = tree.rich;
    },
  };
}

const said = ({ comment }: PlayedMove) =>
  comment ? [html("span", { class: "quiet" }, comment), " "] : [];

// marks of the moves that were shown once, by the moves that lead there
const marks = new Map<string, string>();

/** A function that makes the moves of a game's tree: buttons that go there. */
function stepper({ session, actions }: Page): Step {
  const { game, entries, open: shown } = session;
  const key = (moves: string[]) => [game.rules.text, ...moves].join(" ");
  game.moves.forEach((move, ply) => {
    if (entries[ply]) marks.set(key(game.moves.slice(0, ply + 1)), markOf(entries[ply], move));
  });
  return (node, moves) => {
    const on = moves.every((one, ply) => game.moves[ply] === one),
      mark = shown && marks.get(key(moves));
    const about = {
      class: ["step", on && "on"],
      "aria-current": on && moves.length === game.at && "step",
    };
    return [
      button(
        about,
        () => actions.take(game.tree.line(moves), moves.length),
        `${moves.length} ${node.move}${mark || ""}`,
      ),
      " ",
      ...said(node),
    ];
  };
}

/** The moves after a node: its line, and the others in a list after the move that they replace. */
function after(
  { next: [first, ...others] }: PlayedMove,
  moves: string[],
  step: Step,
): (HTMLElement | string)[] {
  if (!first) return [];
  const [made, ...beside] = [first, ...others].map((one) => {
    const line = [...moves, one.move];
    return { move: step(one, line), on: after(one, line, step) };
  });
  const list = beside.length
    ? [html("ul", {}, ...beside.map(({ move, on }) => html("li", {}, ...move, ...on)))]
    : [];
  return [...made.move, ...list, ...made.on];
}
