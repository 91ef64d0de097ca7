/** The wait after a TAB: one run of `swath __complete`, whose answer the shell shows. */
import { resolve } from "node:path";
import { cleanEnv, interleave, spread } from "./measure.mjs";

const PROGRAM = resolve(import.meta.dirname, "../../bin/swath.js");
const LINES = ["cat", "catalog search --product-type ", "catalog search --id ", "order wait "];
const MAX_MS = 100;

export async function completionTable(rounds, node) {
  const cases = LINES.map((line) => ({
    name: line,
    node,
    argv: [PROGRAM, "__complete", ...line.split(" ")],
    env: cleanEnv(),
  }));
  const figures = await interleave(cases, rounds);
  const rows = [...figures].map(([line, { cpuMs, wallMs }]) => {
    const [cpu, wall] = [spread(cpuMs), spread(wallMs)];
    return [`swath ${line}`, cpu.median.toFixed(0), wall.median.toFixed(0), String(MAX_MS)];
  });
  return [["completion, ms", "CPU", "wall", "at most"], ...rows];
}
