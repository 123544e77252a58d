/** The page put together: the session, the actions, and the panels that draw it. */

import { Actions, type Address, linkedGame } from "./actions.ts";
import { Again } from "./answers/answer.ts";
import { Library } from "./answers/library.ts";
import { Source } from "./answers/source.ts";
import { at, html, translate } from "./draw/elements.ts";
import { held, load } from "./files.ts";
import { modeOf, rulesIn } from "./game/link.ts";
import { Session } from "./game/session.ts";
import { Settings } from "./game/settings.ts";
import { board } from "./panels/board.ts";
import { card } from "./panels/card.ts";
import { Chooser } from "./panels/chooser.ts";
import { Classroom } from "./panels/classroom.ts";
import { buttons, controls, keys } from "./panels/controls.ts";
import { counts } from "./panels/counts.ts";
import { ending } from "./panels/ending.ts";
import { lines } from "./panels/lines.ts";
import { line } from "./panels/line.ts";
import { moves } from "./panels/moves.ts";
import { opponents } from "./panels/opponents.ts";
import { record } from "./panels/record.ts";
import { seats } from "./panels/seats.ts";
import { openSettings } from "./panels/settings.ts";
import { Setup } from "./panels/setup.ts";
import { signs } from "./panels/signs.ts";
import { verdict } from "./panels/verdict.ts";
import { views } from "./panels/views.ts";
import { speak, text } from "./words/text.ts";
import type { Text } from "./words/en.ts";
import type { Page } from "./page.ts";

/** In the order in which they are drawn. */
const PANELS = [
  board,
  controls,
  line,
  verdict,
  record,
  lostLink,
  ending,
  card,
  opponents,
  seats,
  moves,
  lines,
  counts,
  views,
  signs,
];

/** Languages besides English, each a file. */
const LANGUAGES: Record<string, string> = { de: "de.js" };

const address: Address = {
  get hash() {
    return location.hash;
  },
  get kept() {
    return history.state;
  },
  write(hash, push, kept) {
    const same = location.hash === hash;
    if (!same || JSON.stringify(kept) !== JSON.stringify(history.state)) {
      history[push && !same ? "pushState" : "replaceState"](kept, "", hash);
    }
  },
};

/** On a host, but not on a disk, a site can be installed and goes on without a network. */
function install({ known }: Source) {
  if (known.api || !location.protocol.startsWith("http")) return;
  document.head.append(html("link", { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register("sw.js").catch(() => {/* then it is a page like others */});
}

async function start() {
  const settings = new Settings();
  Object.assign(document.documentElement.dataset, {
    mode: modeOf(location.hash, settings),
    palette: settings.palette,
    theme: settings.theme,
  });
  await spoken(settings.language);
  const source = new Source();
  install(source);
  const library = new Library(source);
  await library.gather(() => rulesIn(location.hash), opening);
  if (!source.known.solves) library.open(rulesIn(location.hash) ?? "");
  if (!library.games.length) {
    document.body.classList.add("bare");
    complain(new Error(text.noBook));
    return;
  }
  const session = new Session(linkedGame(address, library.games, settings), settings);
  const actions = new Actions(session, source, library, address);
  actions.complain = complain;
  const page: Page = {
    session,
    actions,
    source,
    library,
    point: (them) => actions.panels.forEach((panel) => panel.pointed?.(them)),
    edit: () => edit(page),
  };
  actions.panels = PANELS.map((panel) => panel(page));
  for (const listen of [buttons, keys]) listen(page);
  at("games-button").addEventListener("click", () => choose(page));
  at("settings-button").addEventListener("click", () => openSettings(page));
  at("class-button").addEventListener("click", () => new Classroom(page));
  addEventListener("online", () => actions.retry());
  addEventListener("popstate", () => actions.moved(opening));
  actions.open(true);
}

/** Have the page speak the language that is chosen, or the browser's. */
async function spoken(chosen: string) {
  const code = chosen === "auto" ? navigator.language.slice(0, 2) : chosen;
  if (!(code in LANGUAGES)) return;
  await load(LANGUAGES[code]).then(
    () => speak(held.language as Text),
    () => {/* then it speaks English */},
  );
  translate();
}

/** Show an error that prevents the first game. @param rules whose book is being opened */
function opening(error: Error | null, rules?: string) {
  if (rules) at("verdict").textContent = text.opening;
  complain(error);
}

/** Show an error; a search that is running is shown beside the board instead. */
function complain(error: unknown) {
  const again = error instanceof Again;
  at("problem").hidden = !error || (again && error.busy);
  at("problem").textContent = error
    ? `${(error as Error).message}${again ? ` ${text.tryingAgain}` : ""}`
    : "";
}

/** Open the editor, with links to the books there are now, or those known before. */
async function edit(page: Page) {
  await page.library.look().catch(() => {});
  return new Setup(page);
}

/** Open the chooser, which says what is wrong with a link. */
const choose = (page: Page, said = "", lost: string | null = null) => new Chooser(page, said, lost);

/** Offer other games if a link is to one that is not there. */
function lostLink(page: Page): Panel {
  let lost = "";
  return {
    known() {
      const { game } = page.session;
      if (game.lost && game.lost !== lost) choose(page, game.ill, rulesIn(game.lost));
      lost = game.lost;
    },
  };
}

start();
