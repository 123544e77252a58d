/** The buttons: the main action, the others, and those of the frame; and the keys. */

import { at } from "../draw/elements.ts";
import { nextAfter } from "../game/ladder.ts";
import { promptOf } from "../game/session.ts";
import { other } from "../game/rules.ts";
import { hasPlaces, nameOf } from "../words/say.ts";
import { text } from "../words/text.ts";
import type { Act } from "../game/session.ts";
import type { Page } from "../page.ts";

export function controls(page: Page): Panel {
  const { session, actions } = page;
  /** The opponent of the person, and who comes after. */
  const opponent = () => (session.game.own ? session.game.seats[other(session.game.own)] : "human");
  const next = () => nextAfter(session.players, opponent()) ?? opponent();

  /** The effect and the label of each act. */
  const acts: Record<NonNullable<Act>, [() => void, () => string]> = {
    hint: [() => actions.hint(), () => text.hintButton],
    why: [() => actions.hint(), () => text.whyButton],
    meet: [
      () => actions.against(next(), session.settings.side),
      () => text.meet(text.player(next())),
    ],
    again: [
      () => actions.rematch(),
      () => (session.own ? text.playAgain(session.opponent) : text.again),
    ],
    retry: [() => actions.jump(session.ownSlip?.ply ?? 0), () => text.tryMove],
    puzzle: [() => actions.puzzle(), () => text.puzzleNext],
  };
  for (const place of ["main", "second"] as const) {
    at(`${place}-act`).addEventListener("click", () => {
      const act = promptOf(session)[place];
      if (act) acts[act][0]();
    });
  }
  /** Offer the main act and the second. @param known whether the answers are there */
  function offer(known: boolean) {
    const { game } = session, prompt = promptOf(session);
    for (const place of ["main", "second"] as const) {
      const act = prompt[place];
      const held = !act && document.activeElement === at(`${place}-act`);
      at(`${place}-act`).hidden = !act;
      if (held) page.board?.take(session.lit[0]); // where its focus goes on
      if (act) at(`${place}-act`).textContent = acts[act][1]();
    }
    at("undo").hidden = game.puzzle >= 0; // a wrong try goes back by itself
    const waits = !known || game.awaited || !session.entry;
    at("main-act").disabled = waits && !game.over;
  }

  return {
    changed() {
      const { game, acted, shown } = session;
      at("undo").disabled = game.at === 0;
      at("redo").disabled = game.latest;
      // of the replies nothing is proved but the result
      at("hints").hidden = game.mode === "play" && game.rules.owner;
      at("hints").setAttribute("aria-pressed", String(shown));
      at("hints").firstChild.nodeValue = `${shown ? text.hideValues : text.showValues} `;
      // a move goes on by itself
      const looking = game.mode === "explore" && game.seats.X === "human" &&
        game.seats.O === "human";
      at("continue").hidden = game.over || looking || (game.latest && (acted || !game.awaited));
      at("continue").textContent = game.awaited
        ? text.letMove(text.player(game.seats[game.side]))
        : text.goOn;
      at("games-button").textContent = nameOf(game.rules);
      at("from-book").hidden = game.rules.held === "proof";
      at("from-book").textContent =
        ({ search: text.fromSearch, open: text.fromOpen } as Record<string, string>)[
          game.rules.held
        ] ??
          text.fromBook;
      const mode = game.puzzle < 0 ? game.mode : "puzzle";
      for (const one of ["play", "explore", "puzzle"]) {
        at(`${one}-mode`).setAttribute("aria-pressed", String(mode === one));
      }
      document.documentElement.dataset.mode = mode;
      document.body.classList.toggle("places", hasPlaces(game.rules));
      offer(false);
    },
    known() {
      offer(true);
    },
    unknown() {
      offer(false);
    },
  };
}

export function buttons({ session, actions, library }: Page) {
  const clicks = {
    undo: () => actions.step(-1),
    redo: () => actions.step(1),
    hints: () => actions.values(),
    new: () => actions.begin(),
    continue: () => actions.goOn(),
    "play-mode": () => actions.mode("play"),
    "explore-mode": () => actions.mode("explore"),
    "puzzle-mode": () => session.game.puzzle < 0 && actions.puzzle(),
  };
  for (const [id, act] of Object.entries(clicks)) at(id).addEventListener("click", act);
  at("home").addEventListener("click", (event: Event) => {
    event.preventDefault();
    actions.begin(library.named("3x3x3") ?? library.games[0]);
  });
}

export function keys({ session, actions, edit, board }: Page) {
  /** each returns false where there is nothing to do, and the key is the browser's */
  const acts: Record<string, () => unknown> = {
    u: () => actions.step(-1),
    r: () => actions.step(1),
    h: () => actions.values(),
    e: edit,
    ArrowLeft: () => actions.jump(session.game.at - 1),
    ArrowRight: () => actions.jump(session.game.at + 1),
    ArrowUp: () => actions.vary(-1),
    ArrowDown: () => actions.vary(1),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element, arrow = event.key.startsWith("Arrow");
    if (
      event.ctrlKey || event.altKey || event.metaKey ||
      target.closest("select, input:not([type=radio]), dialog[open]") ||
      (arrow && target.closest("input"))
    ) return;
    if (/^[1-9]$/.test(event.key)) {
      actions.play(board?.move(session.cellOfDigit(Number(event.key))) ?? -1);
    } else if (!arrow || !target.closest("#board, #frame")) {
      const act = acts[arrow ? event.key : event.key.toLowerCase()];
      if (act && act() !== false && arrow) event.preventDefault();
    }
  });
  // who clicks goes on by arrows, which walk on a board that has the focus
  at("board").addEventListener("mousedown", (event: Event) => event.preventDefault());
}
