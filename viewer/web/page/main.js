"use strict";
// The page: one game, drawn anew after each change.

(async () => {
  const at = (id) => document.getElementById(id);
  const source = oxobook.embedded ? new oxobook.Shelf() : new oxobook.Server();
  const settings = { palette: "classic", theme: "auto", digits: "keypad", hints: true, ...stored() };
  const THINKING = 350; // milliseconds before a player's move, so that it is seen

  dress();
  const books = await source.books().catch(complain);
  if (!books?.length) {
    if (books) complain(new Error("There is no book here yet: make one with oxobook generate, and load the page again."));
    return;
  }
  const known = books.map(oxobook.rules.of);
  let game = oxobook.Game.of(location.hash, known);
  let entries = []; // the book's answers by ply, as far as they are known
  let drawing = 0; // the number of the last drawing: what an older one has waited for comes too late
  let pointed = 0;
  const board = new oxobook.Board(at("board"), play, point);

  function stored() {
    try { return JSON.parse(localStorage.getItem("oxobook") || "{}"); } catch { return {}; }
  }

  function keep() {
    try { localStorage.setItem("oxobook", JSON.stringify(settings)); } catch { /* private windows keep nothing */ }
  }

  function complain(error) {
    at("problem").hidden = !error;
    at("problem").textContent = error ? error.message : "";
  }

  const textAt = (ply) => oxobook.rules.textOf(game.rules, oxobook.rules.boardAfter(game.rules, game.moves.slice(0, ply)));

  async function draw() {
    const number = ++drawing;
    const { rules } = game;
    history.replaceState(null, "", game.hash);
    board.show(game, null);
    buttons();
    try {
      const asked = Array.from({ length: game.moves.length + 1 }, (_, ply) => source.lookup(rules, textAt(ply)));
      const answers = await Promise.all(asked);
      if (number !== drawing) return;
      entries = answers;
      complain(game.missing && !game.moves.length ? new Error(`There is no book of ${game.missing} here: choose another game.`) : null);
    } catch (error) {
      if (number === drawing) complain(error);
      return;
    }
    say();
    if (!game.over && game.seats[game.side] !== "human") setTimeout(() => number === drawing && answer(number), THINKING);
  }

  function say() {
    const entry = entries[game.at];
    const shown = settings.hints || entry.over;
    board.show(game, shown ? entry : null);
    oxobook.panels.verdict(at("verdict"), entry, shown);
    oxobook.panels.why(at("why"), entry, shown);
    for (const id of ["moves", "history", "pictures"]) at(id).closest("section").hidden = !shown;
    at("moves").closest("section").hidden ||= entry.over;
    at("legend").hidden = !shown || entry.over;
    oxobook.panels.moves(at("moves"), entry, (name) => play(game.rules.names.indexOf(name)), (name) => point(name === null ? null : game.rules.names.indexOf(name)));
    oxobook.panels.record(at("record"), game, jump);
    oxobook.panels.assessment(at("assessment"), game, entries);
    oxobook.history(at("history"), game, entries, jump);
    if (shown) pictures();
    const last = game.at ? `${oxobook.rules.sideAt(game.at - 1)} ${game.moves[game.at - 1]}. ` : "";
    at("live").textContent = last + at("verdict").textContent;
  }

  function buttons() {
    at("undo").disabled = game.at === 0;
    at("redo").disabled = game.at === game.moves.length;
    at("hints").setAttribute("aria-pressed", String(settings.hints));
    at("hints").firstChild.textContent = settings.hints ? "Hide hints " : "Show hints ";
  }

  // A person's move.
  function play(cell) {
    if (game.seats[game.side] === "human" && game.play(cell)) draw();
  }

  // The move of the player whose turn it is.
  async function answer(number) {
    try {
      const policy = await source.policy(game.rules, game.seats[game.side], textAt(game.at));
      if (number !== drawing) return;
      let chance = Math.random();
      const moves = Object.entries(policy);
      const [name] = moves.find(([, share]) => (chance -= share) < 0) || moves[moves.length - 1];
      game.play(game.rules.names.indexOf(name));
      draw();
    } catch (error) {
      complain(error);
    }
  }

  // Show perfect play after the move that is pointed at.
  async function point(cell) {
    const number = ++pointed;
    const legal = cell !== null && game.legal.includes(cell);
    if (!legal || !settings.hints) {
      board.ghosts([], game.at);
      at("line").textContent = "Point at a move to see perfect play after it.";
      return;
    }
    const { rules } = game;
    const name = rules.names[cell];
    const after = oxobook.rules.textOf(rules, oxobook.rules.boardAfter(rules, [...game.shown, name]));
    try {
      const line = [name, ...(await source.line(rules, after))];
      if (number !== pointed) return;
      board.ghosts(line, game.at);
      at("line").textContent = `Perfect play after ${name}: ${line.join(" ")}`;
    } catch (error) {
      complain(error);
    }
  }

  function jump(ply) {
    game.jump(ply);
    draw();
  }

  function step(by) {
    game.step(by);
    draw();
  }

  function begin(rules) {
    game.start(rules);
    board.lay(rules);
    draw();
  }

  function hints() {
    settings.hints = !settings.hints;
    keep();
    buttons();
    if (entries[game.at]) say();
  }

  // The strategy pictures, each drawn when it is first opened in this position.
  function pictures() {
    const addresses = { graph: () => source.graph(game.rules, textAt(game.at), settings.palette), "map-x": () => source.map(game.rules, "X", settings.palette), "map-o": () => source.map(game.rules, "O", settings.palette) };
    for (const [id, address] of Object.entries(addresses)) {
      const folded = at(id);
      const from = address();
      folded.hidden = !from.length || (id === "graph" && game.over);
      folded.querySelector("img, p")?.remove();
      folded.ontoggle = () => folded.open && !folded.hidden && !folded.querySelector("img") && picture(folded, from);
      folded.ontoggle();
    }
    at("pictures").hidden = [...at("pictures").querySelectorAll("details")].every((folded) => folded.hidden);
  }

  // The first of some pictures that there is; the others are smaller.
  function picture(folded, [from, ...smaller]) {
    const summary = folded.firstElementChild;
    if (!from) {
      folded.replaceChildren(summary, oxobook.html("p", { class: "quiet" }, "There is no such picture of this game: it would be too large to read."));
      return;
    }
    const image = oxobook.html("img", { src: from, alt: summary.textContent });
    const link = oxobook.html("a", { href: from, target: "_blank", rel: "noopener" }, image);
    image.addEventListener("load", () => { link.scrollLeft = (link.scrollWidth - link.clientWidth) / 2; });
    image.addEventListener("error", () => image.isConnected && picture(folded, smaller));
    folded.replaceChildren(summary, link);
  }

  // The books and players to choose from, and the first drawing.
  async function open() {
    board.lay(game.rules);
    const result = (book) => (book.winner ? `${book.winner} wins in ${book.remoteness}` : "a draw");
    at("rules").replaceChildren(...books.map((book) => oxobook.html("option", { value: book.rules }, `${book.rules}: ${result(book)}`)));
    at("rules").value = game.rules.text;
    await players().then(draw, complain);
  }

  async function players() {
    const known = await source.players(game.rules);
    for (const side of "XO") {
      const seat = at(`seat-${side.toLowerCase()}`);
      seat.replaceChildren(oxobook.html("option", { value: "human" }, "you"), ...known.map((player) => oxobook.html("option", { value: player.name, title: player.plays }, player.name)));
      if (!known.some((player) => player.name === game.seats[side])) game.seats[side] = "human";
      seat.value = game.seats[side];
    }
  }

  function dress() {
    document.documentElement.dataset.palette = settings.palette;
    document.documentElement.dataset.theme = settings.theme;
    for (const name of ["palette", "theme", "digits"]) at(name).value = settings[name];
  }

  function digit(number) {
    const { rules, columns = rules.columns } = game;
    const keypad = rules.rows === 3 && columns === 3 && settings.digits === "keypad";
    const cell = keypad ? [6, 7, 8, 3, 4, 5, 0, 1, 2][number - 1] : number - 1;
    play(rules.gravity ? game.legal.find((one) => one % columns === number - 1) ?? -1 : cell);
  }

  const keys = { u: () => step(-1), r: () => step(1), h: hints };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select, input, dialog[open]")) return;
    if (/^[1-9]$/.test(event.key)) digit(Number(event.key));
    else keys[event.key.toLowerCase()]?.();
  });
  at("undo").addEventListener("click", keys.u);
  at("redo").addEventListener("click", keys.r);
  at("hints").addEventListener("click", hints);
  at("new").addEventListener("click", () => begin(game.rules));
  at("settings-button").addEventListener("click", () => at("settings").showModal());
  at("rules").addEventListener("change", async () => {
    begin(known.find((rules) => rules.text === at("rules").value));
    await players().catch(complain);
    draw();
  });
  for (const side of "XO") {
    at(`seat-${side.toLowerCase()}`).addEventListener("change", (event) => {
      game.seats[side] = event.target.value;
      draw();
    });
  }
  for (const name of ["palette", "theme", "digits"]) {
    at(name).addEventListener("change", (event) => {
      settings[name] = event.target.value;
      keep();
      dress();
      if (entries[game.at]) pictures();
    });
  }
  at("share").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      at("share").textContent = "Copied";
    } catch {
      at("share").textContent = "Copy the address above";
    }
    setTimeout(() => { at("share").textContent = "Copy link"; }, 2000);
  });
  addEventListener("hashchange", () => {
    if (location.hash === game.hash) return;
    game = oxobook.Game.of(location.hash, known);
    open();
  });

  open();
})();
