/** The chooser of games, loaded when it is first opened. */

import { Chooser } from "../panels/chooser.js";
import { shared } from "../shared.js";
import { enGames } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enGames);

shared.parts.games = { Chooser };
