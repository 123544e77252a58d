/** Parts that are loaded when they are first needed: graph, maps, editor, puzzles and the panel for a class. */

import { findPuzzles, THEMES } from "../game/puzzles.js";
import { Classroom } from "../panels/classroom.js";
import { Pictures } from "../panels/pictures.js";
import { Setup } from "../panels/setup.js";
import { shared } from "../shared.js";
import { enLater } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enLater);

shared.parts.more = { Classroom, findPuzzles, Pictures, Setup, THEMES };

export { Classroom, findPuzzles, Pictures, Setup, THEMES };
