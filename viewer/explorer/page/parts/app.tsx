/** The one screen. */

import { useEffect } from "preact/hooks";
import { begin, hint, jump, play, toggleValues, undo } from "../actions.ts";
import { entry, free, rules, state } from "../state.ts";
import { Controls } from "./controls.tsx";
import { Games } from "./games.tsx";
import { Groups, Perfect } from "./values.tsx";
import { Header } from "./header.tsx";
import { Headline } from "./headline.tsx";
import { Inside } from "./inside.tsx";
import { Ladder, Opponents } from "./opponents.tsx";
import { MapCard } from "./map_card.tsx";
import { Menu } from "./menu.tsx";
import { Projector } from "./projector.tsx";
import { Share } from "./share.tsx";
import { Stage } from "./stage.tsx";

const PANELS = { games: Games, opponents: Opponents, share: Share, menu: Menu };

export function App() {
  useEffect(() => {
    document.addEventListener("keydown", keys);
    return () => document.removeEventListener("keydown", keys);
  }, []);
  const panel = state.panel.value, Over = panel && PANELS[panel];
  return (
    <>
      {state.walk.value ? <Inside /> : <Screen />}
      {Over && <Over />}
      {state.slides.value && <Projector />}
      {state.problem.value && <p class="problem" role="alert">{state.problem.value}</p>}
    </>
  );
}

function Screen() {
  const values = state.values.value, puzzle = state.puzzle.value;
  return (
    <div class={`page ${values ? "valued" : ""} ${entry.value ? "ready" : ""}`}>
      <Header />
      <main>
        <Stage />
        <div class="side">
          <Headline />
          <Controls />
          {values && <Groups />}
          {values && !puzzle && <Perfect />}
          {!values && !puzzle && <Ladder />}
          {!puzzle && (values || !state.game.value.at) && <MapCard />}
        </div>
      </main>
    </div>
  );
}

const LETTERS: { [key: string]: () => unknown } = {
  u: undo,
  n: () => begin(),
  h: () => entry.value?.pick && hint(),
  v: toggleValues,
  ArrowLeft: () => jump(state.game.value.at - 1),
  ArrowRight: () => jump(state.game.value.at + 1),
};

/** Keys of the whole screen, where no panel lies over it and nothing is typed. */
function keys(event: KeyboardEvent) {
  const target = event.target as Element;
  if (
    event.ctrlKey || event.altKey || event.metaKey || state.walk.value || state.slides.value ||
    target.closest("input:not([type=checkbox], [type=radio]), select, dialog[open]") ||
    (event.key.startsWith("Arrow") && target.closest("input"))
  ) return;
  if (/^[1-9]$/.test(event.key)) return void play(moveOfDigit(Number(event.key)));
  const act = LETTERS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  act();
  if (event.key.startsWith("Arrow")) event.preventDefault();
}

/** The move of a digit: on 3×3 as on a keypad, under gravity of a column, else in reading order. */
function moveOfDigit(number: number) {
  const { gravity, rows, columns, drawing: { places }, cells } = rules.value;
  const from = state.sign.value === "O" && rules.value.either ? cells : 0;
  if (gravity) return free.value.find((cell) => places[cell][1] === number - 1) ?? -1;
  const keypad = rows === 3 && columns === 3;
  return from + (keypad ? [6, 7, 8, 3, 4, 5, 0, 1, 2][number - 1] : number - 1);
}
