/** The page's words in German, loaded where German is spoken. */

import { shared } from "../shared.js";
import { de } from "../words/de.js";

shared.texts.de = de;
