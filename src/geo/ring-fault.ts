import type { Position } from "./geojson.ts";

/** One thing that makes a ring no valid outline of an area. */
export interface RingFault {
  kind: "too-few" | "not-closed" | "zero-area" | "spike" | "touch" | "overlap" | "crossing";
  /** The whole fault as a clause about the ring: "crosses itself at 14.2,40.8 (segments 0 and 2)". */
  message: string;
  /** Where it happens, when it happens at one place. */
  at?: Position;
  /** The two segments that meet; segment n goes from position n of the ring, as given, to the next. */
  segments?: readonly [number, number];
}
