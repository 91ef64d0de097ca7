import Flatbush from "flatbush";
import type { Position } from "./geojson.ts";

/** Below this many edges a plain loop is quicker than a tree. */
const TREE_FROM = 32;

type Visit = (from: Position, to: Position) => boolean;

/** Edges of lines or rings, found by box; a line of one position is an edge of no length. Read-only once made. */
export class EdgeIndex {
  private readonly edges: [Position, Position][] = [];
  private readonly tree: Flatbush | undefined;

  constructor(lines: readonly (readonly Position[])[]) {
    for (const line of lines) {
      if (line.length === 1) this.edges.push([line[0]!, line[0]!]);
      for (let at = 1; at < line.length; at++) this.edges.push([line[at - 1]!, line[at]!]);
    }
    if (this.edges.length < TREE_FROM) return;
    this.tree = new Flatbush(this.edges.length);
    for (const [from, to] of this.edges) {
      const [west, east] = from[0]! < to[0]! ? [from[0]!, to[0]!] : [to[0]!, from[0]!];
      const [south, north] = from[1]! < to[1]! ? [from[1]!, to[1]!] : [to[1]!, from[1]!];
      this.tree.add(west, south, east, north);
    }
    this.tree.finish();
  }

  /** Does `visit` say true for some edge whose box may touch the given box? Without a tree, all edges are visited. */
  some(west: number, south: number, east: number, north: number, visit: Visit): boolean {
    if (this.tree === undefined) return this.edges.some(([from, to]) => visit(from, to));
    let isFound = false;
    this.tree.search(west, south, east, north, (at) => {
      const [from, to] = this.edges[at]!;
      isFound ||= visit(from, to);
      return false;
    });
    return isFound;
  }
}
