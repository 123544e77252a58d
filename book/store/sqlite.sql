-- answer
SELECT position.value, position.remoteness, position.best, position.safe, position.pick, position.orbit 
FROM position 
WHERE position."key" = ?;

-- answers
SELECT position."key", position.value, position.remoteness, position.best, position.safe, position.pick, position.orbit 
FROM position 
WHERE position."key" > ? ORDER BY position."key"
 LIMIT 1000 OFFSET 0;

-- begun
SELECT layer.ply 
FROM layer UNION SELECT unfinished.ply 
FROM unfinished UNION SELECT block.ply 
FROM block ORDER BY ply DESC;

-- blocks
SELECT block.ply, block.number 
FROM block ORDER BY block.ply, block.number;

-- create block
CREATE TABLE IF NOT EXISTS block (
	ply INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	data BLOB NOT NULL, 
	PRIMARY KEY (ply, number)
)
 STRICT;

-- create book
CREATE TABLE IF NOT EXISTS book (
	rules TEXT NOT NULL, 
	rows INTEGER NOT NULL, 
	columns INTEGER NOT NULL, 
	k INTEGER NOT NULL, 
	misere INTEGER NOT NULL, 
	gravity INTEGER NOT NULL, 
	format_version INTEGER NOT NULL, 
	generator_version TEXT NOT NULL, 
	positions INTEGER NOT NULL, 
	digest TEXT NOT NULL, 
	x_games TEXT, 
	o_games TEXT, 
	drawn_games TEXT, 
	games_up_to_symmetry TEXT, 
	perfect_games TEXT
)
 STRICT;

-- create bound
CREATE TABLE IF NOT EXISTS bound (
	name TEXT NOT NULL, 
	side TEXT NOT NULL, 
	least INTEGER, 
	PRIMARY KEY (name, side)
)
 STRICT;

-- create layer
CREATE TABLE IF NOT EXISTS layer (
	ply INTEGER NOT NULL, 
	positions INTEGER NOT NULL, 
	raw_positions INTEGER NOT NULL, 
	terminals INTEGER NOT NULL, 
	raw_terminals INTEGER NOT NULL, 
	x_won INTEGER NOT NULL, 
	o_won INTEGER NOT NULL, 
	drawn INTEGER NOT NULL, 
	x_winning INTEGER NOT NULL, 
	o_winning INTEGER NOT NULL, 
	drawing INTEGER NOT NULL, 
	sequences TEXT, 
	games TEXT, 
	PRIMARY KEY (ply)
)
 STRICT;

-- create position
CREATE TABLE IF NOT EXISTS position (
	"key" INTEGER NOT NULL, 
	board TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	value INTEGER NOT NULL, 
	remoteness INTEGER NOT NULL, 
	best INTEGER NOT NULL, 
	safe INTEGER NOT NULL, 
	pick INTEGER, 
	orbit INTEGER NOT NULL, 
	PRIMARY KEY ("key")
)
 STRICT;

-- create strategy
CREATE TABLE IF NOT EXISTS strategy (
	name TEXT NOT NULL, 
	side TEXT NOT NULL, 
	"key" INTEGER NOT NULL, 
	move INTEGER NOT NULL, 
	PRIMARY KEY (name, side, "key")
)
 STRICT;

-- create unfinished
CREATE TABLE IF NOT EXISTS unfinished (
	ply INTEGER NOT NULL, 
	maker TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	drawn_games TEXT NOT NULL, 
	checksum TEXT NOT NULL, 
	PRIMARY KEY (ply)
)
 STRICT;

-- create x_masks
CREATE TABLE IF NOT EXISTS x_masks (
	stones INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	masks BLOB NOT NULL, 
	PRIMARY KEY (stones, first)
)
 STRICT;

-- data
SELECT block.data 
FROM block 
WHERE block.ply = ? AND block.number = ?;

-- delete block
DELETE FROM block;

-- delete book
DELETE FROM book;

-- delete bound
DELETE FROM bound;

-- delete layer
DELETE FROM layer;

-- delete position
DELETE FROM position;

-- delete strategy
DELETE FROM strategy;

-- delete unfinished
DELETE FROM unfinished;

-- delete x_masks
DELETE FROM x_masks;

-- finished
SELECT unfinished.checksum, unfinished.drawn_games, unfinished.digest, layer.ply, layer.positions, layer.raw_positions, layer.terminals, layer.raw_terminals, layer.x_won, layer.o_won, layer.drawn, layer.x_winning, layer.o_winning, layer.drawing, layer.sequences, layer.games 
FROM layer JOIN unfinished ON layer.ply = unfinished.ply ORDER BY layer.ply DESC;

-- firsts
SELECT x_masks.first 
FROM x_masks 
WHERE x_masks.stones = ? ORDER BY x_masks.first;

-- forget bound
DELETE FROM bound WHERE bound.name = ? AND bound.side = ?;

-- forget layer
DELETE FROM layer WHERE layer.ply = ?;

-- forget strategy
DELETE FROM strategy WHERE strategy.name = ? AND strategy.side = ?;

-- header
SELECT book.rules, book.rows, book.columns, book.k, book.misere, book.gravity, book.format_version, book.generator_version, book.positions, book.digest, book.x_games, book.o_games, book.drawn_games, book.games_up_to_symmetry, book.perfect_games 
FROM book;

-- insert block
INSERT INTO block (ply, number, data) VALUES (?, ?, ?);

-- insert book
INSERT INTO book (rules, rows, columns, k, misere, gravity, format_version, generator_version, positions, digest, x_games, o_games, drawn_games, games_up_to_symmetry, perfect_games) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- insert bound
INSERT INTO bound (name, side, least) VALUES (?, ?, ?);

-- insert layer
INSERT INTO layer (ply, positions, raw_positions, terminals, raw_terminals, x_won, o_won, drawn, x_winning, o_winning, drawing, sequences, games) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- insert position
INSERT INTO position ("key", board, ply, value, remoteness, best, safe, pick, orbit) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?);

-- insert strategy
INSERT INTO strategy (name, side, "key", move) VALUES (?, ?, ?, ?);

-- insert unfinished
INSERT INTO unfinished (ply, maker, digest, drawn_games, checksum) VALUES (?, ?, ?, ?, ?);

-- insert x_masks
INSERT INTO x_masks (stones, first, masks) VALUES (?, ?, ?);

-- layers
SELECT layer.ply, layer.positions, layer.raw_positions, layer.terminals, layer.raw_terminals, layer.x_won, layer.o_won, layer.drawn, layer.x_winning, layer.o_winning, layer.drawing, layer.sequences, layer.games 
FROM layer ORDER BY layer.ply;

-- makers
SELECT DISTINCT unfinished.maker 
FROM unfinished;

-- moves
SELECT strategy."key", strategy.move 
FROM strategy 
WHERE strategy.side = ? AND strategy.name = ? ORDER BY strategy."key";

-- owners
SELECT DISTINCT strategy.name, strategy.side 
FROM strategy;

-- row
SELECT position."key", position.board, position.ply, position.value, position.remoteness, position.best, position.safe, coalesce(position.pick, 0) AS coalesce_1, CASE WHEN (position.pick IS NULL) THEN 1 ELSE 0 END AS anon_1, position.orbit 
FROM position 
WHERE position."key" = ?;

-- rows
SELECT position."key", position.board, position.ply, position.value, position.remoteness, position.best, position.safe, coalesce(position.pick, 0) AS coalesce_1, CASE WHEN (position.pick IS NULL) THEN 1 ELSE 0 END AS anon_1, position.orbit 
FROM position 
WHERE position."key" > ? ORDER BY position."key"
 LIMIT 1000 OFFSET 0;

-- run
SELECT x_masks.masks 
FROM x_masks 
WHERE x_masks.stones = ? AND x_masks.first = ?;

-- runs
SELECT x_masks.stones, x_masks.first 
FROM x_masks ORDER BY x_masks.stones, x_masks.first;

-- strategies
SELECT bound.name, bound.side, (SELECT count(*) AS count_1 
FROM strategy 
WHERE strategy.name = bound.name AND strategy.side = bound.side) AS anon_1, bound.least 
FROM bound ORDER BY bound.name, bound.side;
