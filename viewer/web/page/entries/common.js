/** The modules of the page's script that scripts on demand use too: bundle.js has them take these, not copies. */

import * as answer from "../answers/answer.js";
import * as board from "../draw/board.js";
import * as elements from "../draw/elements.js";
import * as pieces from "../draw/pieces.js";
import * as game from "../game/game.js";
import * as ladder from "../game/ladder.js";
import * as link from "../game/link.js";
import * as rules from "../game/rules.js";
import * as settings from "../game/settings.js";
import * as story from "../game/story.js";
import * as tactics from "../game/tactics.js";
import * as tree from "../game/tree.js";
import * as say from "../words/say.js";
import * as text from "../words/text.js";
import * as shared from "../shared.js";

/** By their paths. @type {Record<string, unknown>} */
export const modules = shared.shared.modules = {
  "answers/answer.js": answer, "draw/board.js": board, "draw/elements.js": elements, "draw/pieces.js": pieces,
  "game/game.js": game, "game/ladder.js": ladder, "game/link.js": link, "game/rules.js": rules, "game/settings.js": settings, "game/story.js": story, "game/tactics.js": tactics, "game/tree.js": tree,
  "words/say.js": say, "words/text.js": text, "shared.js": shared,
};
