/** What is loaded when it is first asked for: graph, maps, editor and puzzles. */

import { findPuzzle } from "../game/puzzles.js";
import { Pictures } from "../panels/pictures.js";
import { Setup } from "../panels/setup.js";
import { shared } from "../shared.js";

shared.parts.more = { findPuzzle, Pictures, Setup };

export { findPuzzle, Pictures, Setup };
