/** What answers from the certificates of a site, loaded when one is first asked. */

import { Certificate } from "../answers/certificate.js";
import { ProvedBooks } from "../answers/proved_books.js";
import { shared } from "../shared.js";
import { enProofs } from "../words/en.js";
import { speakMore } from "../words/text.js";

speakMore(enProofs);

shared.parts.proofs = { Certificate, ProvedBooks };
