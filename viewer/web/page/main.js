/** The page put together: the session, the actions, and the panels that draw it. The scripts that start it are in entries/. */

import { Actions, linkedGame } from "./actions.js";
import { Again } from "./answers/answer.js";
import { Library } from "./answers/library.js";
import { at, translate } from "./draw/elements.js";
import { modeOf, rulesIn } from "./game/link.js";
import { Session } from "./game/session.js";
import { Settings } from "./game/settings.js";
import { board } from "./panels/board.js";
import { buttons, controls, keys } from "./panels/controls.js";
import { line } from "./panels/line.js";
import { record } from "./panels/record.js";
import { verdict } from "./panels/verdict.js";
import { load, more, shared } from "./shared.js";
import { en } from "./words/en.js";
import { speak, text } from "./words/text.js";

/** Those of both modes, in the order in which they are drawn; then come those of a mode. */
const PANELS = [board, controls, line, verdict, record, lostLink];

/** Languages besides English, each a script of its own. @type {Record<string, string>} */
const LANGUAGES = { de: "de.js" };

/** @type {import("./actions.js").Address} */
const address = {
  get hash() { return location.hash; },
  get kept() { return history.state; },
  write(hash, push, kept) {
    const same = location.hash === hash;
    if (!same || JSON.stringify(kept) !== JSON.stringify(history.state)) history[push && !same ? "pushState" : "replaceState"](kept, "", hash);
  },
};

/** Start the page. @param {Source} source */
export async function start(source) {
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
  /** @type {Page} */
  const page = { session, actions, source, library, point() {}, edit: () => edit(page) };
  await kindsFor(session.game.rules);
  actions.panels = PANELS.map((panel) => panel(page));
  const prepared = new Set();
  actions.prepare = async (mode) => {
    for (const part of [mode, ...(await kindsFor(session.game.rules))]) {
      if (part !== "kinds") await load(part === "play" ? "play.js" : "explore.js"); // names that a server finds, to put the files' own there
      const panels = part === "kinds" ? [shared.parts.kinds.signs] : Object.values(shared.parts[part]);
      if (!prepared.has(part)) actions.panels.push(...panels.map((panel) => panel(page)));
      prepared.add(part);
    }
  };
  for (const listen of [buttons, keys]) listen(page);
  at("games-button").addEventListener("click", () => choose(page));
  opens("settings-button", ({ openSettings }) => openSettings(page));
  opens("class-button", ({ Classroom }) => (later.classroom ??= new Classroom(page)).open());
  addEventListener("online", () => actions.retry());
  addEventListener("popstate", () => actions.moved(opening));
  actions.open(true);
}

/** Load what a game needs that is not plain, and name it. @param {Rules} rules */
async function kindsFor({ kind, convention }) {
  if (!kind && !convention) return [];
  await load("kinds.js");
  return ["kinds"];
}

/** Have the page speak the language that is chosen, or the browser's. @param {string} chosen */
async function spoken(chosen) {
  speak(en);
  const code = chosen === "auto" ? navigator.language.slice(0, 2) : chosen;
  if (!(code in LANGUAGES)) return;
  await load(LANGUAGES[code]).then(() => speak(shared.parts[code][code]), () => { /* then it speaks English */ });
  translate();
}

/** Show an error that prevents the first game. @param {Error | null} error @param {string} [rules] whose book is being opened */
function opening(error, rules) {
  if (rules) at("verdict").textContent = text.opening;
  complain(error);
}

/** Show an error; a search that is running is shown beside the board instead. @param {Error | null} error */
function complain(error) {
  const again = error instanceof Again;
  at("problem").hidden = !error || (again && error.busy);
  at("problem").textContent = error ? `${error.message}${again ? ` ${text.tryingAgain}` : ""}` : "";
}

/** The editor, the chooser and the panel for a class, once they have been needed. @type {{ editor?: import("./panels/setup.js").Setup, chooser?: import("./panels/chooser.js").Chooser, classroom?: import("./panels/classroom.js").Classroom }} */
const later = {};

/** Let a button load a part of the page and open it. @param {string} id @param {(brought: import("./shared.js").More) => void} open */
const opens = (id, open) => at(id).addEventListener("click", () => more().then(open).catch(complain));

/** Open the editor, with links to the books there are now, or those known before. @param {Page} page */
const edit = (page) => Promise.all([more(), page.library.look().catch(() => {})])
  .then(([{ Setup }]) => (later.editor ??= new Setup(page)).open(page.session.game)).catch(complain);

/** Open the chooser, which says what is wrong with a link. @param {Page} page @param {string} said */
const choose = (page, said = "") => Promise.all([load("games.js"), load("kinds.js")])
  .then(() => (later.chooser ??= /** @type {import("./panels/chooser.js").Chooser} */ (new shared.parts.games.Chooser(page))).open(said)).catch(complain);

/** Offer other games if a link is to one that is not there. @param {Page} page @returns {Panel} */
function lostLink(page) {
  let lost = "";
  return {
    known() {
      const { game } = page.session;
      if (game.lost && game.lost !== lost) choose(page, game.ill);
      lost = game.lost;
    },
  };
}
