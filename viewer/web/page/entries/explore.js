/** The panels of Explore, loaded when that mode is first used. */

import { assessment } from "../panels/assessment.js";
import { history } from "../panels/history.js";
import { moves } from "../panels/moves.js";
import { seats } from "../panels/seats.js";
import { views } from "../panels/views.js";
import { shared } from "../shared.js";
import { enLater } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enLater);

/** In the order in which they are drawn. */
export const PANELS = shared.parts.explore = [seats, moves, assessment, history, views];
