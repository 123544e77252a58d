/** The board of the game. */

import { BoardView } from "../draw/board.js";
import { at } from "../draw/elements.js";
import { sideAt } from "../game/rules.js";

/** @param {import("../main.js").Page} page @returns {import("../actions.js").Panel} */
export function board(page) {
  const { session, actions } = page;
  const view = new BoardView(at("board"), session.game.rules, (move) => actions.play(move), (move) => page.point(move));
  page.board = view;
  return {
    changed() {
      const { game } = session;
      if (view.rules !== game.rules) view.lay(game.rules);
      for (const cell of view.cells) cell.classList.remove("lit");
      view.show(game, undefined, session.shown);
      if (actions.played && session.settings.sounds === "on") sound(sideAt(game.at) === "O" ? 392 : 330, ...(game.over ? [440, 523] : []));
    },
    known() {
      const { rules } = session.game, pick = session.hint ? rules.moves.indexOf(session.entry?.pick ?? "") : -1;
      view.cells.forEach((cell, number) => cell.classList.toggle("lit", pick >= 0 && number === pick % rules.cells));
      document.body.classList.remove("fresh");
      document.body.classList.toggle("ended", Boolean(session.entry?.over));
      document.body.classList.toggle("valued", session.open);
      view.show(session.game, session.open ? session.entry : undefined);
    },
    unknown() {
      document.body.classList.remove("fresh", "ended");
      view.show(session.game, undefined);
    },
  };
}

/* Quiet sounds, for those who have them on. */
const [LOUDNESS, APART, LENGTH] = [0.05, 0.11, 0.2]; // of a whole, and seconds

/** @type {AudioContext | null} */
let audio = null;

/** Some notes, one after the other. @param {number[]} notes pitches in hertz */
function sound(...notes) {
  const context = (audio ??= new AudioContext());
  notes.forEach((pitch, number) => {
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + number * APART;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUDNESS, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  });
}
