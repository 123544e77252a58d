/** The panels of Play, loaded when that mode is first used: opponents, and the end of a game. */

import { ending } from "../panels/ending.js";
import { opponents } from "../panels/opponents.js";
import { shared } from "../shared.js";
import { enPlay } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enPlay);

/** In the order in which they are drawn. */
export const PANELS = shared.parts.play = [ending, opponents];
