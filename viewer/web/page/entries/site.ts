/** A site's page: the books stand beside it. */

import { Shelf } from "../answers/shelf.ts";
import { html } from "../draw/elements.ts";
import { start } from "../main.ts";

// on a host, but not on a disk, a site can be installed and goes on without a network
if (location.protocol.startsWith("http")) {
  document.head.append(html("link", { rel: "manifest", href: "manifest.webmanifest" }));
  navigator.serviceWorker?.register("sw.js").catch(() => { /* then it is a page like others */ });
}
start(new Shelf());
