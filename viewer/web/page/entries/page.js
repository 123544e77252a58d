/** A server's page. */

import { Server } from "../answers/server.js";
import { start } from "../main.js";

start(new Server(JSON.parse(document.getElementById("baked")?.textContent || "{}")));
