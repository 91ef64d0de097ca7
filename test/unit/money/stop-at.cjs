/** Preloaded into racing-process.ts: stops, ends, fails or prints its calls that touch the journal, which it counts in each round. */
"use strict";
const { readSync } = require("node:fs");
const paths = require("node:path");
const { watchFiles } = require("../../faults/file-steps.cjs");

/** A byte here ends the stop. The process does nothing else meanwhile: it renews no lock. */
const WAKE_FD = 3;

let round = {};
let steps = 0;
process.on("round", (given) => {
  round = given;
  steps = 0;
});

watchFiles((verb, path) => {
  const { dir, at, skipsReads, isLast, isTraced, fails, say } = round;
  // The index lies beside the folder.
  if (dir === undefined || !path.startsWith(paths.dirname(dir))) return;
  const name = path.slice(paths.dirname(dir).length + 1);
  if (isTraced && verb !== "read") say(`STEP ${verb} ${name}`);
  if (verb === "read" && skipsReads) return;
  steps += 1;
  if (steps - 1 === at) {
    say(`STOPPED ${verb} ${name}`);
    if (isLast) process.kill(process.pid, "SIGKILL");
    else readSync(WAKE_FD, Buffer.alloc(1));
  }
  if (fails?.verb === verb && path.endsWith(".tmp") && fails.times-- > 0)
    throw Object.assign(new Error(`${fails.code}: ${verb} '${path}'`), { code: fails.code, path });
});
