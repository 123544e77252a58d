/** The page's start: its language and its games are learned, then the screen is drawn. */

import { effect } from "@preact/signals";
import { render } from "preact";
import { more, open, retry } from "./actions.ts";
import { held, load } from "./files.ts";
import { rulesIn } from "./game/link.ts";
import { App } from "./parts/app.tsx";
import { services } from "./services.ts";
import { state } from "./state.ts";
import { speak, type Text, text } from "./words/text.ts";

/** Languages besides English, each a file. */
const LANGUAGES: Record<string, string> = { de: "de.js" };

/** On a host, but not on a disk, a site can be installed and goes on without a network. */
function install() {
  if (held.known.api || !location.protocol.startsWith("http")) return;
  const link = Object.assign(document.createElement("link"), {
    rel: "manifest",
    href: "manifest.webmanifest",
  });
  document.head.append(link);
  navigator.serviceWorker?.register("sw.js").catch(() => {/* then it is a page like others */});
}

/** Have the page speak the language that is chosen, or the browser's. */
async function spoken(chosen: string) {
  const code = chosen === "auto" ? navigator.language.slice(0, 2) : chosen;
  if (!(code in LANGUAGES)) return;
  try {
    await load(LANGUAGES[code]);
    speak(held.language as Text);
    document.documentElement.lang = code;
  } catch { /* then it speaks English */ }
}

const root = document.getElementById("app")!;

const say = (words: string) => {
  root.textContent = words;
};

async function start() {
  await spoken(state.settings.value.language);
  const { library, source, address } = services;
  address.write = (hash, push) => {
    if (location.hash !== hash) history[push ? "pushState" : "replaceState"](null, "", hash);
  };
  source.onMore = more;
  install();
  await library.gather(() => rulesIn(location.hash), (error) => error && say(error.message));
  if (!library.games.length) return say(text.noBook);
  state.games.value = [...library.games];
  effect(() => {
    document.documentElement.dataset.theme = state.settings.value.theme;
  });
  open(location.hash);
  say("");
  render(<App />, root);
  addEventListener("online", retry);
  addEventListener("popstate", () => open(location.hash));
}

start();
