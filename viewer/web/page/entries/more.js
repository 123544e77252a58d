/** Parts that are loaded when they are first needed: graph, maps, editor, puzzles and the panel for a class. */

import { nextPuzzle } from "../game/day.js";
import { Classroom } from "../panels/classroom.js";
import { Pictures } from "../panels/pictures.js";
import { openSettings } from "../panels/settings.js";
import { Setup } from "../panels/setup.js";
import { shared } from "../shared.js";
import { enMore } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enMore);

shared.parts.more = { Classroom, nextPuzzle, openSettings, Pictures, Setup };

export { Classroom, nextPuzzle, openSettings, Pictures, Setup };
