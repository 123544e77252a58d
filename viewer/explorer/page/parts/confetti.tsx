/** Pieces of paper that fall once over the board when a game is won, never over words. */

import { useEffect, useState } from "preact/hooks";
import { state } from "../state.ts";

const PIECES = 28;

export function Confetti() {
  const won = state.won.value, [shown, show] = useState(0);
  useEffect(() => {
    if (!won || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    show(won);
    const timer = setTimeout(() => show(0), 3000);
    return () => clearTimeout(timer);
  }, [won]);
  if (!shown) return null;
  return (
    <div class="confetti" aria-hidden="true" key={shown}>
      {Array.from(
        { length: PIECES },
        (_, number) => <i class={["x", "o", "paper"][number % 3]} style={falling(number)} />,
      )}
    </div>
  );
}

const falling = (number: number) =>
  `left: ${100 * (number + Math.random()) / PIECES}%; --turn: ${Math.random() * 2 - 1}turn; ` +
  `--late: ${Math.random() / 2}s; --drift: ${Math.random() * 80 - 40}px`;
