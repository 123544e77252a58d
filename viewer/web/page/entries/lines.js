/** The lines and the counts, loaded when they are first opened. */

import { counts } from "../panels/counts.js";
import { lines } from "../panels/lines.js";
import { shared } from "../shared.js";
import { enLines } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enLines);

shared.parts.lines = { counts, lines };
