/** What panels share. */

import type { Actions } from "./actions.ts";
import type { Library } from "./answers/library.ts";
import type { BoardView } from "./draw/board.ts";
import type { Session } from "./game/session.ts";
import type { Source } from "./answers/source.ts";

/** The parts that panels share. */
export interface Page {
  session: Session;
  actions: Actions;
  source: Source;
  library: Library;
  board?: BoardView;
  point: (moves: number[]) => void; // that moves, or none, are pointed at, in any panel
  edit: () => void; // open the editor
}
