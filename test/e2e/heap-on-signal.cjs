/** Preloaded into the program: at SIGUSR2 it writes the bytes of its heap that are in use, after a collection, into HEAP_FILE. */
"use strict";
const { renameSync, writeFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");
process.on("SIGUSR2", () => {
  collect();
  const draft = `${process.env.HEAP_FILE}.draft`;
  writeFileSync(draft, String(process.memoryUsage().heapUsed));
  renameSync(draft, process.env.HEAP_FILE);
});
