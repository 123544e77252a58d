/** Dialogs that are made when they open. */

import { at, button, html } from "../draw/elements.ts";
import { signView } from "../game/rules.ts";
import { text } from "../words/text.ts";

/** Open a dialog with a heading and a button that closes it; once closed it is gone. */
export function openDialog(id: string, title: string, ...parts: Node[]) {
  const dialog = html("dialog", { id, "aria-labelledby": `${id}-title` });
  const head = html(
    "div",
    { class: "row spread" },
    html("h2", { id: `${id}-title` }, title),
    button({}, () => dialog.close(), text.close),
  );
  dialog.append(head, ...parts);
  // what is read and written there calls the side that begins X
  const { turned } = signView;
  signView.turned = false;
  dialog.addEventListener("close", () => {
    signView.turned = turned;
    dialog.remove();
  });
  at(id)?.remove(); // after two clicks in a row
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
