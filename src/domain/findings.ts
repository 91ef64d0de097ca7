import type { Fault } from "../errors.ts";

/** Findings about typed values. */
export interface Findings {
  notes: string[];
  faults: Fault[];
  warnings: (string | Fault)[];
}
