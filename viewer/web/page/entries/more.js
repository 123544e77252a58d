/** What is loaded when it is first asked for: graph, maps, editor and puzzles. */

import { findPuzzles, THEMES } from "../game/puzzles.js";
import { Pictures } from "../panels/pictures.js";
import { Setup } from "../panels/setup.js";
import { shared } from "../shared.js";
import { enLater } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enLater);

shared.parts.more = { findPuzzles, Pictures, Setup, THEMES };

export { findPuzzles, Pictures, Setup, THEMES };
