/** What a server solves on request. */

import { text } from "../words/text.js";

/** Summaries of the games that it offers. @returns {Promise<any[]>} */
export async function offers() {
  const response = await fetch("api/games");
  return response.ok ? (await response.json()).games : [];
}

/** Have a game solved, and tell how far that is; an error says why it cannot be. @param {string} asked @param {(share: number) => void} tell @param {AbortSignal} signal */
export async function solve(asked, tell, signal) {
  const response = await fetch(`api/${encodeURIComponent(asked)}/solve`, { method: "POST", signal }).catch(() => { throw new Error(text.serverAway); });
  if (!response.ok) throw new Error((await response.json()).detail);
  const lines = /** @type {ReadableStream<Uint8Array>} */ (response.body).pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  for (let rest = "", done = false; !done;) {
    const { value = "", done: ended } = await lines.read();
    const whole = (rest + value).split("\n");
    rest = whole.pop() ?? "";
    for (const line of whole) {
      const { share, detail } = JSON.parse(line);
      if (detail) throw new Error(detail);
      tell(share);
    }
    done = ended;
  }
}
