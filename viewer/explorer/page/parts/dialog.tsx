/** A panel over the screen: closed by its button, by Escape or by a click beside it. */

import { useEffect, useRef } from "preact/hooks";
import { openPanel } from "../actions.ts";
import { text } from "../words/text.ts";
import type { ComponentChildren } from "preact";

export function Dialog({ title, name = "", children }: {
  title: string;
  name?: string;
  children: ComponentChildren;
}) {
  const root = useRef<HTMLDialogElement>(null);
  useEffect(() => root.current!.showModal(), []);
  return (
    <dialog
      ref={root}
      class={`panel ${name}`}
      aria-label={title}
      onClose={() => openPanel(null)}
      onClick={(event) => event.target === root.current && root.current!.close()}
    >
      <div class="inner">
        <div class="panel-head">
          <h2>{title}</h2>
          <button class="pill" onClick={() => root.current!.close()}>{text.close}</button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
