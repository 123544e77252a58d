/** Reader of the large books of a site, loaded when one is first needed. */

import { LargeBooks } from "../answers/large_books.js";
import { RangeBook } from "../answers/range_book.js";
import { rulesOf } from "../game/rules.js";
import { shared } from "../shared.js";
import { enHosts } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enHosts);

shared.parts.ranges = { LargeBooks, RangeBook, rulesOf };
