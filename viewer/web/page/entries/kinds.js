/** What boards and conventions besides the plain ones need, loaded with the first such game. */

import { beam, place } from "../draw/kinds.js";
import { signs } from "../panels/signs.js";
import { shared } from "../shared.js";
import { enKinds } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enKinds);

shared.parts.kinds = { beam, place, signs };
