/** The opponent across the board, and the ladder of all of them, from easy to perfect. */

import { at, button, html, svg } from "../draw/elements.ts";
import { beatenIn, rungsOf, unbeatable } from "../game/ladder.ts";
import { other } from "../game/rules.ts";
import { sideName } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Actions } from "../actions.ts";
import type { Session } from "../game/session.ts";
import type { Page } from "../page.ts";

export function opponents({ session, actions }: Page): Panel {
  const own = () => session.own ?? session.settings.side;
  let says = "";

  /** The radio button of an opponent, a face. */
  function rung(name: string, chosen: string, beaten: string[]) {
    const input = html("input", {
      type: "radio",
      name: "opponent",
      value: name,
      checked: name === chosen,
    });
    input.addEventListener("change", () => actions.against(name, own()));
    const done = beaten.includes(name);
    const label = html(
      "span",
      {},
      done && html("span", { class: "tick", "aria-hidden": "true" }, "✓"),
      done && html("span", { class: "hidden" }, `${text.beaten}: `),
      text.player(name),
    );
    return html(
      "label",
      { class: "rung" },
      input,
      face(name, done ? "sad" : undefined),
      label,
    );
  }

  function fill() {
    const { game, players } = session;
    const chosen = Object.values(game.seats).find((name) => name !== "human") ?? "human";
    const beaten = beatenIn(game.rules.text);
    const { turned, settings: { friend } } = session;
    const now = [game.rules.text, chosen, own(), players.length, beaten, game.over, turned, friend]
      .join();
    if (now === says) return;
    says = now;
    const held = at("ladder").contains(document.activeElement), id = document.activeElement?.id;
    const rungs = rungsOf(players),
      rest = players.map((player) => player.name).filter((name) => !rungs.includes(name));
    at("opponent").replaceChildren(...card(session, actions, chosen, own()));
    at("rungs").replaceChildren(
      ...[...rungs, "human"].map((name) => rung(name, chosen, beaten)),
    );
    at("more-rungs").replaceChildren(...rest.map((name) => rung(name, chosen, beaten)));
    at("more-opponents").hidden = !rest.length;
    if (rest.includes(chosen)) at("more-opponents").open = true;
    if (held) at("ladder").querySelector("input:checked")?.focus();
    if (id === "friend") at("friend")?.focus();
  }

  return { changed: fill, known: fill };
}

/** The opponent: the face, how it plays, and how to beat it; of a friend the name. */
function card(session: Session, actions: Actions, chosen: string, own: Side) {
  const { game: { rules }, players, settings } = session, { owner, winner } = rules;
  const isFriend = chosen === "human", theirs = other(own);
  const tip = owner || isFriend || chosen === "proof"
    ? ""
    : unbeatable(players, chosen, theirs)
    ? text.holdTip
    : rules.text === "3x3x3"
    ? text.tips[chosen] ?? ""
    : "";
  const plays = owner && !isFriend ? text.claim(owner, Boolean(winner)) : text.plays[chosen] ?? "";
  const plain = !isFriend || settings.friend;
  const name = html(
    "span",
    {},
    isFriend ? friendField(session, actions) : html("b", {}, text.player(chosen)),
    " ",
    plain && html("span", { class: "quiet" }, text.playsSide(sideName(rules.text, theirs))),
  );
  const about = html(
    "div",
    { class: "about" },
    name,
    html("span", {}, plays),
    html("span", { class: "quiet" }, tip),
  );
  const begins = button(
    { id: "swap", class: "link" },
    () => actions.against(settings.opponent, theirs),
    own === "X" ? text.letBegin(session.opponent) : text.beginYourself,
  );
  return [face(chosen), about, ...(plain && !owner && chosen !== "proof" ? [begins] : [])];
}

/** A field for the name of who plays at the same screen. */
function friendField({ settings }: Session, actions: Actions) {
  const field = html("input", {
    id: "friend",
    "aria-label": text.friendName,
    placeholder: text.friendName,
    value: settings.friend,
    maxlength: 20,
    autocomplete: "off",
  });
  field.addEventListener("change", () => {
    settings.keep({ friend: field.value.trim() });
    setTimeout(() => actions.redraw()); // the focus moves on first
  });
  return field;
}

const [DOTS, SHUT] = ["M17 22v.1M31 22v.1", "M13 22h8M27 22h8"];
const MOUTHS = {
  smile: "M16 30q8 7 16 0",
  flat: "M18 32h12",
  smirk: "M16 31q8 5 16-2",
  open: "M16 29q8 12 16 0z",
  sad: "M16 34q8-6 16 0",
};

/** By name the colour, what is special, the eyes and the mouth. */
const FACES: Record<string, [string, string, string, keyof typeof MOUTHS]> = {
  random: ["#ffd580", "M9 16q15-14 30 0", DOTS, "smile"],
  levi: ["#c9e8b5", "M7 19q17-22 34 0q-8-6-17-6t-17 6z", DOTS, "smile"],
  keypad: ["#a9d5fb", "M11 17h11v9h-11zM26 17h11v9h-11zM22 20h4", DOTS, "flat"],
  expert: ["#f5c3d6", "M12 17l9 3M36 17l-9 3M4 26q3 15 11 18M44 26q-3 15-11 18", DOTS, "smirk"],
  perfect: ["#d9d5cc", "M24 5v6M18 5l2 5M30 5l-2 5", SHUT, "flat"],
  pick: ["#e0c9f2", "M10 15l8 4M38 15l-8 4", DOTS, "smirk"],
  defender: ["#bfe3dd", "M6 17h36M24 5v12", DOTS, "flat"],
  centre: ["#fbd0a8", "M24 25v3", DOTS, "smile"],
  notebook: ["#f3e7b1", "M12 9h24M10 13h28", DOTS, "flat"],
  ralph: ["#c8d3f5", "M8 15q16-10 32 0l6 1", DOTS, "smile"],
  proof: ["#cfe0f7", "M10 12h28M24 12v4", SHUT, "smirk"],
  human: ["#ffe1d6", "M8 20q2-14 16-14t16 14", DOTS, "smile"],
};

/** A face by its name; another mouth shows that something has happened. */
function face(name: string, mouth?: keyof typeof MOUTHS) {
  const [colour, special, eyes, own] = FACES[name] ?? FACES.human;
  const ink = {
    fill: "none",
    stroke: "#1d2430",
    "stroke-width": 3,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return svg(
    "svg",
    { viewBox: "0 0 48 48", class: "face", "aria-hidden": "true" },
    svg("circle", { cx: 24, cy: 24, r: 23, fill: colour }),
    svg("path", { d: special, ...ink }),
    svg("path", { d: eyes, ...ink, "stroke-width": 4.5 }),
    svg("path", { d: MOUTHS[mouth ?? own], ...ink }),
  );
}
