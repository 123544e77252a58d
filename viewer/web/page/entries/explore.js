/** The panels of Explore, loaded when that mode is first used. */

import { chart } from "../panels/chart.js";
import { folds } from "../panels/folds.js";
import { moves } from "../panels/moves.js";
import { seats } from "../panels/seats.js";
import { views } from "../panels/views.js";
import { shared } from "../shared.js";
import { enExplore } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enExplore);

/** In the order in which they are drawn. */
export const PANELS = shared.parts.explore = [seats, moves, chart, folds, views];
