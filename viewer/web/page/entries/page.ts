/** A server's page. */

import { Server } from "../answers/server.ts";
import { start } from "../main.ts";

start(new Server(JSON.parse(document.getElementById("baked")?.textContent || "{}")));
