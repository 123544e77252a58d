"use strict";
// A server's page needs no service worker. Where a site stood at the same address before, its worker finds this one in
// its place: it takes away what that one kept, and itself, and shows the server's page.

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil((async () => {
  const kept = (await caches.keys()).filter((one) => one.startsWith("oxobook ") && one.endsWith(` ${registration.scope}`));
  await Promise.all(kept.map((one) => caches.delete(one)));
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) page.navigate(page.url);
})()));
