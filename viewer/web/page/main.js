"use strict";
// The page: one game, drawn anew after each change. Only an act lets a player move: a move, a new game, another opponent,
// "continue from here". Looking back and forth, by whatever means, never does.

(async () => {
  const at = (id) => document.getElementById(id);
  const { words, panels, story } = oxobook;
  const source = oxobook.embedded ? new oxobook.Shelf() : new oxobook.Server();
  const settings = new oxobook.Settings();
  const library = new oxobook.Library(source);
  const THINKING = 350; // milliseconds before a player's move, so that it is seen

  let game = null;
  dress();
  await library.gather(opening);
  if (!library.games.length) {
    document.body.classList.add("bare");
    complain(new Error("There is no book here yet: make one with oxobook generate, and load the page again."));
    return;
  }
  let entries = []; // the book's answers by ply; empty while they are unknown
  let drawing = 0; // the number of the last drawing: what an older one has waited for comes too late
  let retrying = 0;
  let peeked = false; // whether a puzzle's values are shown
  let delay = oxobook.SOON;
  game = linked();
  const board = new oxobook.Board(at("board"), play, point);
  const line = new oxobook.Line(source, board, follow);
  const views = new oxobook.Views(source, go);
  const gallery = new oxobook.Gallery(library, source, begin);
  const seats = new oxobook.Seats(source, against, (side, name) => {
    game.seats[side] = name;
    draw({ acted: true });
  });
  let setup = null; // the editor, from when it is first asked for

  // What is in the way of the first game.
  function opening(error, rules) {
    if (rules) at("verdict").textContent = "Opening the book …";
    return complain(error);
  }

  function complain(error) {
    at("problem").hidden = !error;
    at("problem").textContent = error ? `${error.message}${error.again && !error.busy ? " Trying again …" : ""}` : "";
    return null;
  }

  // The game of the address; a bare address opens as the last visit did.
  function linked() {
    const found = oxobook.Game.of(location.hash, library.games);
    found.mode = expected();
    if (!oxobook.Game.named(location.hash) && found.mode === "play") seat(found);
    return found;
  }

  // Seat the chosen opponent across from the person.
  function seat(one) {
    one.seats = { X: "human", O: "human" };
    one.seats[words.other(settings.side)] = settings.opponent;
  }

  const shown = () => (game.at === game.puzzle ? peeked : settings.values[game.mode]);

  // The book's answers by ply.
  const answered = () => source.game(game.rules, game.moves);

  // The game's address; ``push``: Back comes back to the one before.
  function address(push) {
    if (location.hash !== game.hash) history[push ? "pushState" : "replaceState"](null, "", game.hash);
  }

  // Draw the game; ``acted``: a player may answer; ``push``: Back comes back to the game as it was.
  async function draw({ acted = false, push = false, played = false } = {}) {
    const number = ++drawing;
    clearTimeout(retrying);
    address(push);
    dress();
    line.clear(game);
    board.show(game, null, shown());
    buttons(acted);
    if (played && settings.sounds === "on") oxobook.sound(oxobook.rules.sideAt(game.at) === "O" ? 392 : 330, ...(game.over ? [440, 523] : []));
    try {
      const answers = await answered();
      if (number !== drawing) return;
      entries = answers;
      delay = oxobook.SOON;
      complain(game.ill ? new Error(game.ill) : null);
    } catch (error) {
      if (number === drawing) unanswered(error, () => draw({ acted, played }));
      return;
    }
    if (played && game.over) story.count(game, entries);
    say();
    if (acted && game.latest && game.awaited) setTimeout(() => number === drawing && answer(number), THINKING);
  }

  // Nothing is known of the position: nothing is said of it, and it is asked again.
  function unanswered(error, again) {
    entries = [];
    document.body.classList.remove("fresh");
    board.show(game, null);
    at("verdict").textContent = `${game.side} to move.`;
    at("why").textContent = error.busy ? "" : "Waiting for the server …";
    for (const id of ["moves", "history", "assessment"]) at(id).replaceChildren();
    document.body.classList.remove("ended");
    views.show(null);
    complain(error);
    if (!error.again) return;
    retrying = setTimeout(again, delay);
    delay = Math.min(2 * delay, oxobook.LATE);
  }

  function say() {
    const entry = entries[game.at];
    const open = shown() || entry.over;
    const whole = oxobook.rules.isOver(game.rules, oxobook.rules.boardAfter(game.rules, game.moves));
    const slips = whole ? story.slips(game, entries) : null;
    board.show(game, open ? entry : null);
    const task = open && game.at === game.puzzle ? null : panels.puzzle(entries, game);
    const [headline, why] = task ?? [panels.headline(entry, game, open), entry.over ? story.sentence(game, entries) : panels.why(entry, game, open)];
    at("verdict").replaceChildren(...headline);
    at("why").textContent = why;
    document.body.classList.remove("fresh");
    document.body.classList.toggle("ended", entry.over);
    document.body.classList.toggle("valued", open);
    at("story").hidden = !entry.over;
    panels.record(at("record"), game, slips, jump);
    panels.variations(at("variations"), game, take);
    if (game.mode === "explore") explored(entry);
    ending(slips);
    views.show(game.mode === "explore" && open ? game : null, entry.pick);
    const last = game.at ? `${oxobook.rules.sideAt(game.at - 1)} ${game.moves[game.at - 1]}. ` : "";
    at("live").textContent = last + (game.puzzle >= 0 && !open ? `${at("verdict").textContent} ${why}` : words.exact(entry, open));
    document.title = `${words.exact(entry, open)} ${words.name(game.rules)} – oxobook`;
  }

  // What an explorer sees beside the board.
  function explored(entry) {
    panels.moves(at("moves"), entry, (name) => play(game.rules.names.indexOf(name)), (name) => point(name === null ? null : game.rules.names.indexOf(name)));
    panels.assessment(at("assessment"), game, entry.over ? entries : null);
    oxobook.history(at("history"), game, entries, jump);
  }

  // What may be done when the game is over.
  function ending(slips) {
    const own = slips?.filter((slip) => slip.side === game.own).at(-1);
    at("rematch").hidden = !game.own;
    at("rematch").textContent = game.own ? `Rematch, you are ${words.other(game.own)}` : "Rematch";
    at("retry").hidden = !own;
    if (own) at("retry").textContent = `Retry from move ${own.ply + 1}`;
    at("retry").onclick = () => own && jump(own.ply);
    at("series").textContent = story.series(game);
  }

  function buttons(acted) {
    at("undo").disabled = game.at === 0;
    at("redo").disabled = game.latest;
    switched();
    at("continue").hidden = game.over || (game.latest && (acted || !game.awaited));
    at("continue").textContent = game.awaited ? `Let ${words.capital(game.seats[game.side])} move` : "Continue from here";
    at("puzzle").textContent = game.puzzle < 0 ? "Today's puzzle" : "Next puzzle";
  }

  // Whether the values are shown, on the button that shows them.
  function switched() {
    at("hints").setAttribute("aria-pressed", String(shown()));
    at("hints").firstChild.textContent = shown() ? "Hide values " : "Show values ";
  }

  // A person's move.
  function play(cell) {
    if (game.seats[game.side] === "human" && game.play(cell)) draw({ acted: true, push: true, played: true });
  }

  // The move of the player whose turn it is.
  async function answer(number) {
    try {
      const policy = await source.policy(game.rules, game.seats[game.side], oxobook.rules.textAfter(game.rules, game.shown));
      if (number !== drawing) return;
      let chance = Math.random();
      const moves = Object.entries(policy);
      const [name] = moves.find(([, share]) => (chance -= share) < 0) || moves[moves.length - 1];
      game.play(game.rules.names.indexOf(name));
      draw({ acted: true, played: true });
    } catch (error) {
      if (number === drawing) unanswered(error, () => draw({ acted: true }));
    }
  }

  // A cell, or none, is pointed at.
  function point(cell) {
    line.show(game, shown() && game.legal.includes(cell) ? cell : null).catch(complain);
  }

  // Play the moves of a line.
  function follow(names) {
    for (const name of names) game.play(game.rules.names.indexOf(name));
    draw({ push: true });
  }

  // Go where these moves lead: back or on in the game, or to a game of their own.
  function go(moves) {
    if (moves.every((name, ply) => name === game.moves[ply])) return jump(moves.length);
    return take(moves, moves.length);
  }

  // Go to a place of another game; this one becomes a variation.
  function take(moves, ply) {
    game.turn(moves);
    game.jump(ply);
    return draw({ push: true });
  }

  // Explore a game that was set up or pasted; Back comes back to the one before.
  function opened(rules, moves) {
    const before = game.rules;
    game = new oxobook.Game(rules, moves);
    game.mode = "explore";
    address(true);
    if (rules === before) settle().then(() => draw(), complain);
    else open(false);
  }

  function jump(ply) {
    game.jump(ply);
    draw();
  }

  function step(by) {
    game.step(by);
    draw();
  }

  // A new game, of these rules.
  async function begin(rules) {
    const other = rules !== game.rules;
    game.start(rules);
    if (!other) return draw({ acted: true, push: true });
    board.lay(rules);
    await settle().catch(complain);
    return draw({ acted: true, push: true });
  }

  function values() {
    if (game.at === game.puzzle) peeked = !peeked;
    else settings.keep({ values: { ...settings.values, [game.mode]: !shown() } });
    switched();
    if (entries[game.at]) say();
  }

  // The other mode; the game stays, and whoever sits in that mode.
  function mode(name) {
    if (game.mode === name) return;
    game.mode = name;
    settings.keep({ mode: name });
    if (name === "play") seat(game);
    else game.seats = { X: "human", O: "human" };
    settle().then(() => draw({ acted: name === "play", push: true }), complain); // the opponent may be to move
  }

  // Another opponent, or the other side, in a game that goes on.
  function against(opponent, side) {
    settings.keep({ opponent, side });
    seat(game);
    if (game.over) game.start(game.rules);
    offer();
    draw({ acted: true, push: true });
  }

  // Who knows the game, and who sits.
  async function settle() {
    await seats.settle(game);
    offer();
  }

  function offer() {
    seats.offer(game, game.own || settings.side);
    at("games-button").textContent = words.name(game.rules);
  }

  // The first drawing, and that of another address.
  async function open(acted) {
    address(false); // before anything is laid out, which it would have to wait for
    board.lay(game.rules);
    answered().catch(() => { /* draw asks again, and says so */ }); // at once, beside the players
    try {
      await settle();
      await draw({ acted });
    } catch (error) {
      unanswered(error, () => open(acted));
    }
  }

  // The mode that the address opens in, which is known before its game is.
  function expected() {
    return oxobook.Game.named(location.hash) ? oxobook.Game.modeOf(location.hash) : settings.mode;
  }

  function dress() { settings.dress(game?.mode ?? expected()); }

  async function edit() {
    try {
      await oxobook.more();
      setup ??= new oxobook.Setup(library.games, opened);
      setup.open(game);
    } catch (error) {
      complain(error);
    }
  }

  // Set a puzzle, the day's first; both sides are the person's.
  async function puzzle() {
    const { rules, puzzle: before } = game;
    try {
      await oxobook.more();
      const moves = await oxobook.puzzles.find(source, rules, before < 0);
      if (game.rules !== rules) return;
      game = new oxobook.Game(rules, moves);
      game.puzzle = game.at;
      peeked = false;
      await settle();
      draw({ push: true });
    } catch (error) {
      complain(error);
    }
  }

  function digit(number) {
    const { rules } = game;
    const keypad = rules.rows === 3 && rules.columns === 3 && settings.digits === "keypad";
    const cell = keypad ? [6, 7, 8, 3, 4, 5, 0, 1, 2][number - 1] : number - 1;
    play(rules.gravity ? game.legal.find((one) => one % rules.columns === number - 1) ?? -1 : cell);
  }

  const keys = { u: () => step(-1), r: () => step(1), h: values, e: edit };
  const clicks = {
    undo: keys.u,
    redo: keys.r,
    hints: values,
    new: () => begin(game.rules),
    continue: () => { game.cut(); draw({ acted: true, push: true }); },
    rematch: () => {
      settings.keep({ side: words.other(game.own) });
      game.seats = { X: game.seats.O, O: game.seats.X };
      begin(game.rules);
    },
    swap: () => against(settings.opponent, words.other(game.own || settings.side)),
    "play-mode": () => mode("play"),
    "explore-mode": () => mode("explore"),
    "games-button": () => gallery.open(game.rules),
    "setup-button": edit,
    puzzle,
    "perfect-play": () => point(game.rules.names.indexOf(entries[game.at]?.pick)),
    "settings-button": () => at("settings").showModal(),
  };
  oxobook.controls({ clicks, keys, digit, arrow: (by) => jump(game.at + by) });
  at("home").addEventListener("click", (event) => {
    event.preventDefault();
    begin(library.named("3x3x3") || library.games[0]);
  });
  settings.listen(() => {
    dress();
    if (entries[game.at]) say();
  });
  at("share").addEventListener("click", (event) => oxobook.copied(event.target, location.href.replace(/#.*/, game.link)));
  addEventListener("online", () => retrying && draw());
  addEventListener("popstate", async () => {
    const { hash } = location;
    if (hash === game.hash) { // back from a game that was waited for
      complain(null);
      if (entries[game.at]) say();
      return;
    }
    const asked = oxobook.Game.named(hash);
    if (asked && !library.named(asked)) await library.gather(opening); // its book may have come since
    if (hash !== location.hash) return; // gone elsewhere meanwhile, which was heard too
    const before = game;
    game = linked();
    if (game.rules !== before.rules) {
      open(false);
      return;
    }
    const { moves } = game;
    Object.assign(game, { moves: before.moves, others: [...game.others, ...before.others] });
    game.turn(moves);
    settle().then(() => draw(), complain);
  });

  open(true);
})();
