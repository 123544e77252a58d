/** The lines and the counts, folded up and loaded when first opened; lines open by themselves if there are several. */

import { at, html } from "../draw/elements.ts";
import { load, shared } from "../shared.ts";
import { text } from "../words/text.ts";

export type Folded = (page: Page, root: HTMLDetailsElement) => Panel;

export function folds(page: Page): Panel {
  const { session, actions } = page;
  const [lines] = (["lines", "counts"] as const).map((name) => {
    const root = html("details", { id: `${name}-fold` }, html("summary", {}, text[name]));
    root.addEventListener("toggle", async () => {
      try {
        await load("lines.js");
        const panel = (shared.parts.lines[name] as Folded)(page, root);
        actions.panels.push(panel);
        if (session.entry) panel.known?.();
      } catch (error) {
        actions.complain(error);
      }
    }, { once: true });
    at("lines").append(root);
    return root;
  });
  let rich = false; // whether there was more than one line
  return {
    known() {
      const { tree } = session.game;
      if (tree.rich && !rich) lines.open = true;
      rich = tree.rich;
    },
  };
}
