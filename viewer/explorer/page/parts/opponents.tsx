/** The opponent above the board, the reader below it, and the ladder of all opponents. */

import { against, openPanel } from "../actions.ts";
import { worthOf } from "../answers/answer.ts";
import { beatenIn, HUMAN, opponentsOf, unbeatable } from "../game/players.ts";
import { other } from "../game/rules.ts";
import { claimOf, playerName, sideName } from "../words/say.ts";
import { capital, fill, text, wordOf } from "../words/text.ts";
import { entry, opponent, over, own, rules, seat, side, state } from "../state.ts";
import { Dialog } from "./dialog.tsx";
import type { ComponentChildren } from "preact";

/** Who sits at a side of the board: the row above it, or the one below. */
export function Seat({ above, children }: { above: boolean; children?: ComponentChildren }) {
  const mine = own.value ?? "X", of = above ? other(mine) : mine;
  const friends = !own.value, turn = side.value === of && !over.value;
  const name = friends ? sideName(rules.value.text, of) : above ? opponent.value : text.you;
  const plays = above && !friends ? wordOf(text.plays, seat.value) : "";
  const moves = turn && (above || friends ? text.theirTurn : text.yourTurn);
  const said = [!friends && sideName(rules.value.text, of), plays, moves];
  return (
    <div class={`seat ${turn ? "turn" : ""} ${of.toLowerCase()}`}>
      {above ? <Face name={friends ? HUMAN : seat.value} /> : <i class="dot" />}
      <b>{name}</b>
      <span class="quiet">{said.filter(Boolean).join(" · ")}</span>
      {children}
      {above && (
        <button class="pill change" onClick={() => openPanel("opponents")}>{text.change}</button>
      )}
    </div>
  );
}

/** The ladder: faces from easy to perfect, those that were beaten with a tick. */
export function Ladder() {
  const beaten = (state.won.value, beatenIn(rules.value)), mine = own.value ?? "X";
  const chosen = own.value ? seat.value : HUMAN, owner = rules.value.owner;
  const swap = chosen !== HUMAN && chosen !== "proof" && !owner;
  return (
    <section class="ladder" aria-label={text.ladder}>
      <p class="quiet">{text.ladder}</p>
      <div class="rungs" role="radiogroup" aria-label={text.opponents}>
        {opponentsOf(rules.value).map((name) => (
          <label class="rung">
            <input
              type="radio"
              name="opponent"
              checked={name === chosen}
              onChange={() => against(name)}
            />
            <Face name={name} sad={beaten.includes(name)} />
            <span>
              {beaten.includes(name) && <i class="tick" role="img" aria-label={text.beaten}>✓</i>}
              {playerName(name)}
            </span>
          </label>
        ))}
      </div>
      <p class="tip">{tipFor(chosen, mine)}</p>
      {chosen === "proof" && rules.value.text === "6x7x4-gravity" && (
        <p class="quiet">{text.theorem}</p>
      )}
      {swap && (
        <button class="link" onClick={() => against(chosen, other(mine))}>
          {mine === "X" ? fill(text.letBegin, opponent.value) : text.beginYourself}
        </button>
      )}
    </section>
  );
}

/** How to play against an opponent. */
function tipFor(name: string, mine: Side) {
  const { owner, winner, text: written } = rules.value;
  if (name === HUMAN) return `${capital(wordOf(text.plays, name))}.`;
  if (name === "proof") return text.sheet;
  if (owner) return claimOf(owner, Boolean(winner));
  if (unbeatable(rules.value, name, other(mine))) {
    const wins = entry.value ? worthOf(entry.value).winner : winner;
    return `${text.unbeaten} ${wins ? "" : text.canYouHold}`;
  }
  return written === "3x3x3" ? wordOf(text.tips, name) : "";
}

/** The ladder as a panel, for screens that have no room for it. */
export const Opponents = () => (
  <Dialog title={text.opponents}>
    <Ladder />
  </Dialog>
);

const [DOTS, SHUT] = ["M17 22v.1M31 22v.1", "M13 22h8M27 22h8"];
const MOUTHS = {
  smile: "M16 30q8 7 16 0",
  flat: "M18 32h12",
  smirk: "M16 31q8 5 16-2",
  sad: "M16 34q8-6 16 0",
};

/** By name the colour, what is special, the eyes and the mouth. */
const FACES: Record<string, [string, string, string, keyof typeof MOUTHS]> = {
  random: ["#ffd580", "M9 16q15-14 30 0", DOTS, "smile"],
  levi: ["#c9e8b5", "M7 19q17-22 34 0q-8-6-17-6t-17 6z", DOTS, "smile"],
  expert: ["#f5c3d6", "M12 17l9 3M36 17l-9 3M4 26q3 15 11 18M44 26q-3 15-11 18", DOTS, "smirk"],
  perfect: ["#d9d5cc", "M24 5v6M18 5l2 5M30 5l-2 5", SHUT, "flat"],
  proof: ["#cfe0f7", "M10 12h28M24 12v4", SHUT, "smirk"],
  human: ["#ffe1d6", "M8 20q2-14 16-14t16 14", DOTS, "smile"],
};

/** A face by its name; a sad one was beaten. */
export function Face({ name, sad = false }: { name: string; sad?: boolean }) {
  const [colour, special, eyes, mouth] = FACES[name] ?? FACES.human;
  return (
    <svg viewBox="0 0 48 48" class="face" aria-hidden="true">
      <circle cx="24" cy="24" r="23" fill={colour} />
      <path d={special} />
      <path d={eyes} class="eyes" />
      <path d={MOUTHS[sad ? "sad" : mouth]} />
    </svg>
  );
}
