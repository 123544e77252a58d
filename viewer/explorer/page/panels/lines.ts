/** The lines that were played, as a tree to walk in, with comments, a name and a file. */

import { at, button, html, refill, row } from "../draw/elements.ts";
import { saved } from "../draw/picture.ts";
import { keep, recall } from "../game/settings.ts";
import { markOf } from "../game/story.ts";
import { treeOf, writtenLines } from "../game/tree.ts";
import { nameOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { PlayedMove } from "../game/tree.ts";
import type { Tree } from "../game/tree.ts";
import type { Page } from "../page.ts";

type Step = (node: PlayedMove, moves: string[]) => (HTMLElement | string)[];

export function lines(page: Page): Panel {
  const { session, actions } = page, root: HTMLDetailsElement = at("lines-fold");
  let rich = false; // whether there was more than one line
  const drawing = html("div", { id: "tree" });
  const comment = field("comment", text.comment, 200, () => {
    session.game.tree.add(session.game.shown).comment = comment.value.trim();
    actions.redraw();
  });
  const name = field("lines-name", text.linesName, 60, () => {
    renameLines(session.game.tree, name.value, session.game.rules.text);
    actions.redraw();
  });
  const kept = html("select", { "aria-label": text.linesKept });
  kept.addEventListener("change", () => open(page, kept.value));
  const removed = button({}, () => actions.remove(), text.removeMove);
  const first = button({}, () => {
    session.game.tree.promote(session.game.moves);
    actions.redraw();
  }, text.mainLine);
  const file = button(
    {},
    () =>
      saved(
        `${session.game.tree.name || session.game.rules.text}.txt`,
        "text/plain",
        writtenLines(session.game.tree, session.game.rules),
      ),
    text.saveFile,
  );
  root.append(
    drawing,
    comment,
    row(name, kept),
    row(first, file, removed),
  );
  return {
    known() {
      const { game } = session, { tree } = game;
      if (game.mode !== "explore") return;
      const parts = [...said(tree.root), ...after(tree.root, [], stepper(page))];
      refill(drawing, parts, "[aria-current]");
      comment.value = tree.find(game.shown)?.comment ?? "";
      name.value = tree.name;
      keepLines(tree, game.rules.text);
      offer(page, kept);
      removed.disabled = !game.at;
      if (tree.rich && !rich) root.open = true; // lines open by themselves
      rich = tree.rich;
    },
  };
}

function field(id: string, says: string, length: number, changed: () => void) {
  const made = html("input", { id, "aria-label": says, placeholder: says, maxlength: length });
  made.addEventListener("change", changed);
  return made;
}

/** Offer the lines that are kept, of games that are here. */
function offer({ session, library }: Page, kept: HTMLSelectElement) {
  const { tree } = session.game;
  const options = Object.entries(keptLines()).flatMap(([name, { rules }]) => {
    const known = library.named(rules);
    return known ? [html("option", { value: name }, `${name} (${nameOf(known)})`)] : [];
  });
  kept.hidden = !options.length;
  kept.replaceChildren(html("option", { value: "" }, text.linesKept), ...options);
  kept.value = tree.kept ? tree.name : "";
}

function open({ actions, library }: Page, name: string) {
  const one = keptLines()[name], rules = library.named(one?.rules);
  if (rules) {
    actions.explore(rules, [], Object.assign(treeOf(one.text, rules), { name, kept: true }));
  }
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

const KEPT = "oxobook lines";

/** The rules and the text of each tree, by name. */
const keptLines = (): Record<string, { rules: string; text: string }> => recall(KEPT);

/** Keep a tree that has a name here. */
function keepLines(tree: Tree, rules: string) {
  if (tree.kept) keep(KEPT, { ...keptLines(), [tree.name]: { rules, text: tree.text } });
}

/** Keep a tree under another name; under none it is kept no longer. */
function renameLines(tree: Tree, name: string, rules: string) {
  const others = keptLines();
  if (tree.kept) delete others[tree.name];
  keep(KEPT, others);
  tree.name = name.trim();
  tree.kept = tree.name !== "";
  while (tree.name in others) tree.name += " 2";
  keepLines(tree, rules);
}
