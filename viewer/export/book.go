// Package book holds the solved game $rules: the answers for its $positions positions up to symmetry, packed, by oxobook $version.
//
// Cells are numbered from 0 in reading order, top-left 0; bit i of a mask is cell i. x and o are the masks of the
// stones.
package book

import "math/bits"

// Cells is the number of cells.
const Cells = $cells

// Levels of Move: of 4 moves, so many are by the book; the others are any legal moves with equal odds.
const (
	Easy    = 1
	Medium  = 3
	Perfect = 4
)

// Names has the coordinate of each cell.
var Names = [Cells]string{$names}

// Answer for a position: Value 1 win, 0 draw, -1 loss for the side to move; Remoteness, plies until the game ends; Best,
// the moves that win soonest, draw, or lose latest; Safe, those that keep the value; Pick, one best move, -1 at the end.
type Answer struct {
	Value, Remoteness int
	Best, Safe        uint32
	Pick              int
}

const fullScore = $full_score

var lines = []uint32{
$lines
}[:$line_count]
var below = []int{
$below
}
var symmetries = []int{
$symmetries
}
var inverses = []int{
$inverses
}
var lineScores = []int{
$line_scores
}
var signs = []int{$signs}
var counted = []int{$counted}
var counts = []int{
$counts
}
var symbols = []int{
$symbols
}
var data = []string{
$data
}

func image(mask uint32, symmetry int) uint32 {
	var moved uint32
	for cell := 0; cell < Cells; cell++ {
		if mask>>cell&1 == 1 {
			moved |= 1 << symmetries[symmetry*Cells+cell]
		}
	}
	return moved
}

// canonical returns the position that stands for one, and the symmetry that leads there.
func canonical(x, o uint32) (uint32, uint32, int) {
	leastX, leastO, found := x, o, 0
	for symmetry := 1; symmetry < len(inverses); symmetry++ {
		imageX, imageO := image(x, symmetry), image(o, symmetry)
		if imageO < leastO || imageO == leastO && imageX < leastX {
			leastX, leastO, found = imageX, imageO, symmetry
		}
	}
	return leastX, leastO, found
}

// shared returns the cells that all completed lines share; all bits if there is none.
func shared(stones uint32) uint32 {
	all := ^uint32(0)
	for _, line := range lines {
		if stones&line == line {
			all &= line
		}
	}
	return all
}

func isOver(x, o uint32, ply int) bool {
	sign := signs[(ply+1)%2]
	return ply > 0 && counted[sign] == 1 && shared([]uint32{x, o}[sign]) != ^uint32(0)
}

func isLegal(x, o uint32) bool {
	ply, stones := bits.OnesCount32(x)+bits.OnesCount32(o), 0
	for turn := 0; turn < ply; turn++ {
		stones += signs[turn%2]
	}
	if x&o != 0 || (x|o)>>(Cells-1)>>1 != 0 || bits.OnesCount32(o) != stones {
		return false
	}
	for cell := 0; cell < Cells; cell++ {
		if (x|o)>>cell&1 == 1 && !rests(x|o, cell) {
			return false
		}
	}
	sign, both := signs[(ply+1)%2], []uint32{x, o}
	return (counted[sign] == 0 || shared(both[sign]) != 0) && (counted[1-sign] == 0 || shared(both[1-sign]) == ^uint32(0))
}

func rests(taken uint32, cell int) bool {
	return below[cell] < 0 || taken>>below[cell]&1 == 1
}

func playable(taken uint32) []int {
	var found []int
	for cell := 0; cell < Cells; cell++ {
		if taken>>cell&1 == 0 && rests(taken, cell) {
			found = append(found, cell)
		}
	}
	return found
}

func played(x, o uint32, cell, ply int) (uint32, uint32, int) {
	if signs[ply%2] == 1 {
		return x, o | 1<<cell, ply + 1
	}
	return x | 1<<cell, o, ply + 1
}

func mixed(word uint32) uint32 {
	word = (word ^ word>>16) * 0x7feb352d
	word = (word ^ word>>15) * 0x846ca68b
	return word ^ word>>16
}

func bit(place uint32) int {
	code := int(data[place/576][place/6%96])
	number := code - 35
	if code > 63 {
		number--
	}
	if code > 92 {
		number--
	}
	return number >> (place % 6) & 1
}

func stored(x, o uint32) int {
	x, o, _ = canonical(x, o)
	one, two := mixed(mixed(x^$seed)+o), mixed(mixed(o^$seed)+x)
	code, first, symbol := 0, 0, 0
	for length := 1; length < len(counts); length++ {
		step := uint32(length-1) * 0x9e3779b9
		for third, word := range []uint32{one, two, one ^ two} {
			code ^= bit(mixed(word+step)%$third + uint32(third)*$third)
		}
		if code-first < counts[length] {
			return symbols[symbol+code-first]
		}
		symbol += counts[length]
		first = (first + counts[length]) * 2
		code *= 2
	}
	return 0
}

// moves returns the playable cells, the score of each for the mover, and the best.
func moves(x, o uint32, ply int) (cells, scores []int, best int) {
	best = -128
	if isOver(x, o, ply) {
		return nil, nil, best
	}
	cells = playable(x | o)
	for _, cell := range cells {
		worth := -score(played(x, o, cell, ply))
		scores = append(scores, worth)
		if worth > best {
			best = worth
		}
	}
	return cells, scores, best
}

func score(x, o uint32, ply int) int {
	if isOver(x, o, ply) {
		return lineScores[ply]
	}
	if ply == Cells {
		return fullScore
	}
	if ply%2 != $parity {
		_, _, best := moves(x, o, ply)
		return best
	}
	if lineScores[ply+1] < 0 {
		for _, cell := range playable(x | o) {
			if isOver(played(x, o, cell, ply)) {
				return -lineScores[ply+1]
			}
		}
	}
	for _, line := range lines {
		if o&line == 0 || counted[1] == 1 && x&line == 0 {
			return stored(x, o)
		}
	}
	if (Cells-ply)%2 == 1 {
		return -fullScore
	}
	return fullScore
}

func sign(score int) int {
	if score > 0 {
		return 1
	}
	if score < 0 {
		return -1
	}
	return 0
}

// safeShare returns the number of moves that keep the value, and that of all.
func safeShare(x, o uint32, ply int) (safe, of int) {
	_, scores, best := moves(x, o, ply)
	for _, worth := range scores {
		if sign(worth) == sign(best) {
			safe++
		}
	}
	if len(scores) == 0 {
		return 0, 1
	}
	return safe, len(scores)
}

// Lookup returns the answer for the masks of X's and O's stones, and whether a legal game reaches them.
func Lookup(x, o uint32) (Answer, bool) {
	if !isLegal(x, o) {
		return Answer{Pick: -1}, false
	}
	ply := bits.OnesCount32(x | o)
	x, o, symmetry := canonical(x, o)
	back := inverses[symmetry]
	cells, scores, worth := moves(x, o, ply)
	if len(cells) == 0 {
		worth = score(x, o, ply)
	}
	answer := Answer{Value: sign(worth), Remoteness: Cells - ply, Pick: -1}
	if worth != 0 {
		answer.Remoteness = Cells + 1 - worth*sign(worth) - ply
	}
	least, leastOf := 2, 1
	for number, cell := range cells {
		if sign(scores[number]) == sign(worth) {
			answer.Safe |= 1 << cell
		}
		if scores[number] != worth {
			continue
		}
		answer.Best |= 1 << cell
		safe, of := 1, 1
		if worth <= 0 {
			safe, of = safeShare(played(x, o, cell, ply))
		}
		if safe*leastOf < least*of {
			least, leastOf, answer.Pick = safe, of, symmetries[back*Cells+cell]
		}
	}
	answer.Best, answer.Safe = image(answer.Best, back), image(answer.Safe, back)
	return answer, true
}

// Move returns a move for a level and a random number; -1 if the game is over, or no legal game reaches the position.
func Move(x, o uint32, level int, random uint32) int {
	answer, legal := Lookup(x, o)
	if !legal || answer.Pick < 0 || int(random%4) < level {
		return answer.Pick
	}
	cells := playable(x | o)
	return cells[random/4%uint32(len(cells))]
}
