/** The views beside the board: the moves, the strategy drawn as a graph or a map, or all positions. */

import { at } from "../draw/elements.ts";
import { hasMaps } from "../draw/map.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import { Pictures, sideOf } from "./pictures.ts";
import type { Page } from "../page.ts";

export function views(page: Page): Panel {
  const { session } = page;
  const [switcher, panel] = [at("views"), at("picture")];
  let chosen = "moves";
  let asked = 0; // the number of the last request: the answer to an older one comes too late
  let pictures: Pictures | null = null;

  // a proof answers for the place shown alone
  const there = () =>
    session.game.mode === "explore" && session.open &&
    Boolean(session.entry && !session.entry.proved);
  const offers = (view: string) =>
    there() &&
    (view !== "all" || (session.game.rules.held === "table" && session.game.rules.cells < 10)) &&
    (!view.startsWith("map") || hasMaps(session.game.rules, sideOf(view)));

  async function draw() {
    const { game } = session;
    const number = ++asked;
    const latest = () => number === asked;
    const late = setTimeout(() => {
      at("caption").textContent = text.drawing;
    }, 300);
    try {
      pictures ??= new Pictures(page);
      if (latest()) await pictures.draw(chosen, game, latest);
    } catch (error) {
      if (latest()) at("caption").textContent = text.noPicture((error as Error).message);
    } finally {
      clearTimeout(late);
    }
  }

  /** Show the picture of the game's place, if one is chosen and offered. */
  function show() {
    const shown = offers(chosen) ? chosen : "moves";
    for (const button of switcher.children) {
      const { view } = button.dataset;
      button.hidden = !offers(view);
      if (view.startsWith("map")) {
        button.textContent = text.mapOf(
          sideName(session.game.rules.text, sideOf(view)),
        );
      }
      button.setAttribute("aria-pressed", String(view === shown));
    }
    switcher.hidden = !there();
    document.body.dataset.view = shown;
    panel.hidden = shown === "moves";
    return panel.hidden ? undefined : draw();
  }

  switcher.addEventListener("click", async (event: Event) => {
    const { view } = (event.target as HTMLElement).dataset;
    if (!view) return;
    chosen = view;
    await show();
    if (!panel.hidden && panel.getBoundingClientRect().bottom > innerHeight) {
      panel.scrollIntoView({ block: "nearest" });
    }
  });
  return { known: show, unknown: show, pointed: (moves) => pictures?.point(moves) };
}
