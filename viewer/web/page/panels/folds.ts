/** The lines and the counts, folded up; lines open by themselves if there are several. */

import { at, html } from "../draw/elements.ts";
import { text } from "../words/text.ts";
import { counts } from "./counts.ts";
import { lines } from "./lines.ts";
import type { Page } from "../page.ts";

export function folds(page: Page): Panel {
  const [lined, counted] = (["lines", "counts"] as const).map((name) =>
    html("details", { id: `${name}-fold` }, html("summary", {}, text[name]))
  );
  at("lines").append(lined, counted);
  const panels = [lines(page, lined), counts(page, counted)];
  let rich = false; // whether there was more than one line
  return {
    known() {
      const { tree } = page.session.game;
      if (tree.rich && !rich) lined.open = true;
      rich = tree.rich;
      for (const panel of panels) panel.known();
    },
  };
}
