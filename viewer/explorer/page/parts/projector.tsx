/** The projector: a board that fills the screen, one sentence, and a key that reveals the answer. */

import { useEffect, useRef, useState } from "preact/hooks";
import { Board } from "../board/board.tsx";
import { chipsOf } from "../chips.ts";
import { fill, text } from "../words/text.ts";
import { rules, state } from "../state.ts";

export function Projector() {
  const slides = state.slides.value!, root = useRef<HTMLDialogElement>(null);
  const [{ at, told }, set] = useState({ at: 0, told: false });
  const slide = slides[at];
  const go = (by: number) =>
    set({ at: Math.max(0, Math.min(slides.length - 1, at + by)), told: false });
  const reveal = () => set({ at, told: !told });
  const close = () => {
    if (document.fullscreenElement) document.exitFullscreen();
    state.slides.value = null;
  };
  useEffect(() => {
    root.current!.showModal();
    root.current!.focus(); // no cell may look like the answer
    document.documentElement.requestFullscreen?.().catch(() => {/* then it fills the window */});
  }, []);
  const acts: { [key: string]: () => void } = {
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    PageDown: () => go(1),
    PageUp: () => go(-1),
    " ": reveal,
  };
  const keys = (event: KeyboardEvent) => {
    if (!acts[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    acts[event.key]();
  };
  const key = (name: string, words: string, act: () => void) => (
    <button onClick={act}>
      <kbd>{name}</kbd> {words}
    </button>
  );
  return (
    <dialog
      ref={root}
      class="projector"
      tabIndex={-1}
      aria-label={text.projector}
      onClose={close}
      onKeyDownCapture={keys}
    >
      <div class="wall">
        <Board
          rules={rules.value}
          board={slide.board}
          last={slide.last}
          chips={told && slide.entry ? chipsOf(rules.value, slide.entry) : undefined}
          lit={told ? slide.lit : []}
          onPlay={reveal}
        />
      </div>
      <div class="asked">
        <p class="quiet">{slide.before}</p>
        <h2 aria-live="polite">{told ? slide.tell : slide.ask}</h2>
        <p class="quiet">{told || slide.entry?.over ? slide.why : text.guess}</p>
      </div>
      <div class="row">
        {key("␣", text.reveal, reveal)}
        {key("←", text.back, () => go(-1))}
        {key("→", text.next, () => go(1))}
        <span>{fill(text.slideOf, at + 1, slides.length)}</span>
        {key("Esc", text.leaveKey, () => root.current!.close())}
      </div>
    </dialog>
  );
}
