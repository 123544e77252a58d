/** The games as cards, and games of one's own by their size and switches. */

import { at, html } from "../draw/elements.js";
import { thumbnail } from "../draw/pieces.js";
import { capital, resultOf, sizeOf, titleOf } from "../words/say.js";
import { text } from "../words/text.js";

/** @typedef {import("../game/rules.js").Rules} Rules */

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function chooser({ session, actions, library, source }) {
  const dialog = at("games");
  /** @param {Rules} rules */
  function choose(rules) {
    dialog.close();
    actions.begin(rules);
  }

  /** @param {Rules} rules */
  function card(rules) {
    const { value, winner, kind, gravity, misere } = rules;
    const special = [text.edges[kind], gravity && text.falling, misere && text.lineLoses].filter(Boolean);
    const line = capital([text.inARow(rules.k), ...special].join(", "));
    const about = html("span", { class: "about" }, html("b", {}, titleOf(rules)), html("span", { class: "quiet" }, `${sizeOf(rules)}. ${line}.`), html("span", { class: `value ${winner ? "win" : value}` }, resultOf(rules)));
    const made = html("button", { type: "button", class: "card", "data-rules": rules.text, "aria-pressed": String(rules === session.game.rules) }, thumbnail(rules, []), about);
    made.addEventListener("click", () => choose(rules));
    return made;
  }

  const fill = () => at("cards").replaceChildren(...library.games.map(card));

  /** Open the game whose rules are set; if it has no book, say how to make one. */
  async function own() {
    const switches = ["misere", "gravity"].filter((name) => at(`own-${name}`).checked);
    const asked = [["rows", "columns", "line"].map((name) => at(`own-${name}`).value).join("x"), ...switches].join("-");
    if (!library.named(asked)) await library.look().catch(() => { /* a missing answer is reported below */ });
    const found = library.named(asked);
    at("own-said").textContent = found ? "" : await source.missing(asked).catch((error) => `${capital(error.message)}.`.replace("..", "."));
    if (found) choose(found);
  }

  at("own-open").addEventListener("click", own);
  at("own").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault(); // it would close the dialog
    own();
  });
  function show() {
    fill();
    dialog.showModal();
    library.look().then(fill, () => { /* those known before are shown */ });
  }

  at("games-button").addEventListener("click", show);
  let lost = "";
  return {
    known() {
      const { game } = session;
      if (game.lost && game.lost !== lost) { // a link to a game that is not there
        show();
        at("own-said").textContent = game.ill;
      }
      lost = game.lost;
    },
  };
}
