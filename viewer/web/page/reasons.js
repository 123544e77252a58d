"use strict";
// Why a best move is best, in words, where no server says so: the same sentences for the same boards.

oxobook.reasons = (() => {
  const { words } = oxobook;
  const cellsOf = (mask) => Array.from({ length: 32 }, (_, cell) => cell).filter((cell) => mask & (1 << cell));
  const count = (mask) => cellsOf(mask).length;
  const plies = (number) => `${number} ${number === 1 ? "ply" : "plies"}`;
  const maskOf = (board, side) => board.reduce((mask, stone, cell) => (stone === side ? mask | (1 << cell) : mask), 0);

  // The tactics of a game in which any free cell may be taken, with sides' stones as masks.
  function tactics(rules) {
    const lines = rules.lines.map((line) => line.reduce((mask, cell) => mask | (1 << cell), 0));
    const full = 2 ** rules.cells - 1;

    // The free cells at which a side would complete a line.
    const threats = (own, their) => lines.reduce((found, line) => {
      const missing = line & ~own;
      return missing && !(missing & (missing - 1)) && !(missing & their) ? found | missing : found;
    }, 0);

    // The moves that complete no line and make two threats or more.
    const forks = (own, their) => cellsOf(full & ~(own | their) & ~threats(own, their)).reduce((found, cell) => (count(threats(own | (1 << cell), their)) >= 2 ? found | (1 << cell) : found), 0);

    // Whether a move leaves the other side no fork: where it threatens a line, that has to be answered.
    function stops(own, their, cell) {
      const after = own | (1 << cell);
      return !(forks(their, after) & (threats(after, their) || full));
    }

    return { threats, forks, stops };
  }

  // The reasons of each best move. ``entry``: the position's value, remoteness, best and safe cells.
  function of(rules, board, entry) {
    const side = oxobook.rules.sideAt(board.filter(Boolean).length);
    const other = words.other(side);
    const [own, their] = [maskOf(board, side), maskOf(board, other)];
    const { threats, forks, stops } = tactics(rules);
    const legal = oxobook.rules.legal(rules, board);
    const wins = threats(own, their);
    const blocks = threats(their, own);
    const [ownForks, theirForks] = [forks(own, their), forks(their, own)];
    const named = (mask, link) => words.listed(cellsOf(mask).map((cell) => rules.names[cell]), link);

    function misere(cell, over) {
      if (wins & (1 << cell)) return [];
      const said = wins ? ["completes no line"] : [];
      const forced = threats(their, own | (1 << cell));
      if (!over && legal.every((one) => one === cell || forced & (1 << one))) said.push(`leaves ${other} only moves that complete a line`);
      return said;
    }

    function lines(cell, over) {
      const bit = 1 << cell;
      const said = blocks & bit ? [`blocks ${other}'s line`] : [];
      const made = over ? 0 : threats(own | bit, their);
      if (ownForks & bit) said.push(`forks, with threats at ${named(made)}`);
      else if (made) said.push(`threatens a line at ${named(made)}`);
      if (theirForks && !blocks && !(ownForks & bit) && stops(own, their, cell)) said.push(`stops ${other}'s fork at ${named(theirForks, "or")}`);
      return said;
    }

    const end = plies(entry.remoteness);
    const result = {
      win: `wins in ${end}`,
      draw: entry.safe.length < legal.length ? "holds the draw" : "draws, as every move does",
      loss: entry.best.length < legal.length ? `holds out for ${end}` : `loses in ${end}, as every move does`,
    }[entry.value];
    return Object.fromEntries(entry.best.map((cell) => {
      const over = oxobook.rules.isOver(rules, board.with(cell, side));
      if (!rules.misere && wins & (1 << cell)) return [rules.names[cell], ["wins at once"]];
      return [rules.names[cell], [...(rules.misere ? misere : lines)(cell, over), result]];
    }));
  }

  return { of };
})();
