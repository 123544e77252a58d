/** Answers below the books of first plies of a site, loaded when first needed; the kernel is appended. */

import { FirstPlies } from "../answers/first_plies.js";
import { SearchedBooks } from "../answers/searched_books.js";
import { rulesOf } from "../game/rules.js";
import { shared } from "../shared.js";

shared.parts.search = { FirstPlies, SearchedBooks, rulesOf };
