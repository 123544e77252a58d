"use strict";
// A server's page needs no service worker. If a site was at the same address before, its worker finds this one in its
// place, which deletes the files that the site kept, removes itself, and shows the server's page.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  const kept = (await caches.keys()).filter((one) => one.startsWith("oxobook ") && one.endsWith(` ${registration.scope}`));
  await Promise.all(kept.map((one) => caches.delete(one)));
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) page.navigate(page.url);
})()));
