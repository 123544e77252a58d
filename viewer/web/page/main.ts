/** The page put together: the session, the actions, and the panels that draw it. The scripts that start it are in entries/. */

import { Actions, linkedGame } from "./actions.ts";
import { Again } from "./answers/answer.ts";
import { Library } from "./answers/library.ts";
import { at, translate } from "./draw/elements.ts";
import { modeOf, rulesIn } from "./game/link.ts";
import { Session } from "./game/session.ts";
import { Settings } from "./game/settings.ts";
import { board } from "./panels/board.ts";
import { buttons, controls, keys } from "./panels/controls.ts";
import { line } from "./panels/line.ts";
import { record } from "./panels/record.ts";
import { verdict } from "./panels/verdict.ts";
import { load, more, shared } from "./shared.ts";
import { en } from "./words/en.ts";
import { speak, text } from "./words/text.ts";

/** Those of both modes, in the order in which they are drawn; then come those of a mode. */
const PANELS = [board, controls, line, verdict, record, lostLink];

/** Languages besides English, each a script of its own. */
const LANGUAGES: Record<string, string> = { de: "de.js" };

const address: import("./actions.ts").Address = {
  get hash() { return location.hash; },
  get kept() { return history.state; },
  write(hash, push, kept) {
    const same = location.hash === hash;
    if (!same || JSON.stringify(kept) !== JSON.stringify(history.state)) history[push && !same ? "pushState" : "replaceState"](kept, "", hash);
  },
};

export async function start(source: Source) {
  const settings = new Settings();
  Object.assign(document.documentElement.dataset, { mode: modeOf(location.hash, settings), palette: settings.palette, theme: settings.theme });
  await spoken(settings.language);
  const library = new Library(source);
  await library.gather(() => rulesIn(location.hash), opening);
  if (!library.games.length) {
    document.body.classList.add("bare");
    complain(new Error(text.noBook));
    return;
  }
  const session = new Session(linkedGame(address, library.games, settings), settings);
  const actions = new Actions(session, source, library, address);
  actions.complain = complain;
  const page: Page = { session, actions, source, library, point() {}, edit: () => edit(page) };
  await kindsFor(session.game.rules);
  actions.panels = PANELS.map((panel) => panel(page));
  const prepared = new Set();
  actions.prepare = async (mode) => {
    const signs = await kindsFor(session.game.rules) ? [shared.parts.kinds.signs] : [];
    await load(mode === "play" ? "play.js" : "explore.js"); // names that a server finds, to put the files' own there
    for (const panel of [...Object.values<any>(shared.parts[mode]), ...signs]) {
      if (!prepared.has(panel)) actions.panels.push(panel(page));
      prepared.add(panel);
    }
  };
  for (const listen of [buttons, keys]) listen(page);
  at("games-button").addEventListener("click", () => choose(page));
  opens("settings-button", ({ openSettings }) => openSettings(page));
  opens("class-button", ({ Classroom }) => new Classroom(page));
  addEventListener("online", () => actions.retry());
  addEventListener("popstate", () => actions.moved(opening));
  actions.open(true);
}

/** Load what a game needs if it is not plain, and return whether it is not. */
async function kindsFor({ kind, convention }: Rules) {
  if (kind || convention) await load("kinds.js");
  return Boolean(kind || convention);
}

/** Have the page speak the language that is chosen, or the browser's. */
async function spoken(chosen: string) {
  speak(en);
  const code = chosen === "auto" ? navigator.language.slice(0, 2) : chosen;
  if (!(code in LANGUAGES)) return;
  await load(LANGUAGES[code]).then(() => speak(shared.parts[code][code]), () => { /* then it speaks English */ });
  translate();
}

/** Show an error that prevents the first game. @param rules whose book is being opened */
function opening(error: Error | null, rules?: string) {
  if (rules) at("verdict").textContent = text.opening;
  complain(error);
}

/** Show an error; a search that is running is shown beside the board instead. */
function complain(error: Error | null) {
  const again = error instanceof Again;
  at("problem").hidden = !error || (again && error.busy);
  at("problem").textContent = error ? `${error.message}${again ? ` ${text.tryingAgain}` : ""}` : "";
}

/** Let a button load a part of the page and open it. */
const opens = (id: string, open: (brought: import("./shared.ts").More) => void) => at(id).addEventListener("click", () => more().then(open).catch(complain));

/** Open the editor, with links to the books there are now, or those known before. */
const edit = (page: Page) => Promise.all([more(), page.library.look().catch(() => {})])
  .then(([{ Setup }]) => new Setup(page)).catch(complain);

/** Open the chooser, which says what is wrong with a link. */
const choose = (page: Page, said = "") => Promise.all([load("games.js"), load("kinds.js")])
  .then(() => new shared.parts.games.Chooser(page, said)).catch(complain);

/** Offer other games if a link is to one that is not there. */
function lostLink(page: Page): Panel {
  let lost = "";
  return {
    known() {
      const { game } = page.session;
      if (game.lost && game.lost !== lost) choose(page, game.ill);
      lost = game.lost;
    },
  };
}
