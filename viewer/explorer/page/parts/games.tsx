/** The chooser: the games that are solved here, as cards; any other is named, with its command. */

import { begin } from "../actions.ts";
import { sampleOf, SmallBoard } from "../board/pieces.tsx";
import { hasShape, nameOf, resultOf, ruleOf } from "../words/say.ts";
import { fill, text } from "../words/text.ts";
import { rules, state } from "../state.ts";
import { Dialog } from "./dialog.tsx";

export function Games() {
  const first = (of: Rules) =>
    Number(of.text === "3x3x3") * 2 + Number(of.text === "6x7x4-gravity");
  const games = state.games.value.toSorted((one, two) => first(two) - first(one));
  return (
    <Dialog title={text.chooser} name="games">
      <Missing />
      <div class="cards">{games.map((of) => <Card of={of} />)}</div>
    </Dialog>
  );
}

function Card({ of }: { of: Rules }) {
  const winner = of.winner?.toLowerCase() ?? "draw";
  return (
    <button class="card" aria-pressed={of === rules.value} onClick={() => begin(of)}>
      <SmallBoard rules={of} board={sampleOf(of, hasShape(of))} />
      <span class="about">
        <b>{nameOf(of)}</b>
        <span class="quiet">{ruleOf(of)}</span>
        <span class={`value ${winner}`}>{resultOf(of)}</span>
      </span>
    </button>
  );
}

/** A game without a book is named, with the command that makes it. */
function Missing() {
  const asked = state.asked.value;
  return (
    <details class="missing" open={Boolean(asked)}>
      <summary>{asked ? fill(text.noBookMake, asked) : text.otherGames}</summary>
      <p>{text.otherHow}</p>
      <code>{`oxobook generate ${asked || "5x5x4-gravity"}`}</code>
    </details>
  );
}
