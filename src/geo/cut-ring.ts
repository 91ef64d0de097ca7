import type { Position } from "./geojson.ts";
import { isSamePlace } from "./orient.ts";

/** A place where the ring passes the meridian: the end of one chain of positions and the start of the next. */
interface Passage {
  at: Position;
  /** Rise towards the meridian from the west, which orders passages at one latitude. */
  slope: number;
}

/** The closed rings into which a meridian cuts a simple ring, west and east of it. */
export interface CutRing {
  west: Position[][];
  east: Position[][];
}

/** Cuts a simple closed ring along a meridian. Concave rings may give several pieces on either side. */
export function cutRing(ring: readonly Position[], meridian: number): CutRing {
  // Each side is cut for itself, so that positions on the meridian count as outside both times: a corner or an edge
  // that only touches the meridian then leaves no trace on the other side.
  return {
    west: keepWest(ring, meridian),
    east: keepWest(ring.map(mirror), -meridian).map((piece) => piece.map(mirror)),
  };
}

function keepWest(ring: readonly Position[], meridian: number): Position[][] {
  const isWest = (position: Position): boolean => position[0]! < meridian;
  const open = ring.slice(0, -1);
  const start = open.findIndex((position, at) => isWest(position) !== isWest(open[(at + 1) % open.length]!));
  if (start === -1) return isWest(open[0]!) ? [[...ring]] : [];

  // Chain n runs from passage n to passage n + 1 on one side; the sides alternate.
  const passages: Passage[] = [];
  const chains: Position[][] = [];
  for (let step = 0; step < open.length; step++) {
    const from = open[(start + step) % open.length]!;
    const to = open[(start + step + 1) % open.length]!;
    if (isWest(from) !== isWest(to)) {
      passages.push(isWest(from) ? passageAt(from, to, meridian) : passageAt(to, from, meridian));
      chains.push([]);
    }
    chains.at(-1)!.push(to);
  }
  const pieces: Position[][] = [];
  const isUsed = chains.map(() => false);
  const partners = pairUp(passages);
  for (const [first, chain] of chains.entries()) {
    if (isUsed[first] || !isWest(chain[0]!)) continue;
    const piece: Position[] = [];
    for (let at = first; !isUsed[at]; at = partners[(at + 1) % chains.length]!) {
      isUsed[at] = true;
      piece.push(passages[at]!.at, ...chains[at]!, passages[(at + 1) % chains.length]!.at);
    }
    pieces.push(closeRing(piece));
  }
  return pieces;
}

function passageAt(west: Position, east: Position, meridian: number): Passage {
  const slope = (east[1]! - west[1]!) / (east[0]! - west[0]!);
  const latitude = east[0] === meridian ? east[1]! : west[1]! + slope * (meridian - west[0]!);
  return { at: [meridian, latitude], slope };
}

/** Along the meridian the ring's inside lies between the first and second passage, the third and fourth, and so on. */
function pairUp(passages: readonly Passage[]): number[] {
  const order = passages.map((_, at) => at);
  // Just west of the meridian, of two passages at one latitude the one that rises more is the southern one.
  order.sort((a, b) => passages[a]!.at[1]! - passages[b]!.at[1]! || passages[b]!.slope - passages[a]!.slope);
  const partners: number[] = [];
  for (const [rank, at] of order.entries()) partners[at] = order[rank ^ 1]!;
  return partners;
}

function closeRing(positions: readonly Position[]): Position[] {
  const ring = positions.filter((position, at) => at === 0 || !isSamePlace(position, positions[at - 1]!));
  if (!isSamePlace(ring[0]!, ring.at(-1)!)) ring.push(ring[0]!);
  return ring;
}

function mirror([longitude, latitude]: Position): Position {
  return [-longitude!, latitude!];
}
