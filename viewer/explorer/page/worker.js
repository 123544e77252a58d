// A site's service worker: after a visit all its files are here, and it asks no network for them. The line at the end
// names them, and the place where they are kept, which is another one whenever one of them has changed.

// eslint-disable-next-line no-unused-vars -- the site adds the line that calls it
function keep(name, files) {
  const whole = new Map(files.map((file) => [new URL(file, registration.scope).href, file]));
  whole.set(registration.scope, "index.html");
  const bare = (address) => address.replace(/[?#].*/, "");

  addEventListener("install", (event) => {
    skipWaiting();
    const fresh = files.map((file) => new Request(file, { cache: "reload" }));
    event.waitUntil(caches.open(`${name} ${registration.scope}`).then((kept) => kept.addAll(fresh)));
  });

  // Delete only what this site kept before: another site may be on the same host.
  addEventListener("activate", (event) => {
    const old = (one) => one.startsWith("oxobook ") && one.endsWith(` ${registration.scope}`) && !one.startsWith(`${name} `);
    event.waitUntil(caches.keys().then((all) => Promise.all(all.filter(old).map((one) => caches.delete(one)))));
  });

  // The files of the site, and nothing else.
  addEventListener("fetch", (event) => {
    const file = whole.get(bare(event.request.url));
    if (event.request.method !== "GET" || !file) return;
    const kept = caches.open(`${name} ${registration.scope}`).then((all) => all.match(file));
    event.respondWith(kept.then((found) => found || fetch(event.request)));
  });
}
