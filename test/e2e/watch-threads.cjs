/**
 * Preloaded into the program and each of its threads: the file THREADS_FILE gets a line for every part file, with the number of
 * the thread that opens it (0 = the main one) and the folder of its compiled code. A thread other than the main one ends without warning at its part number DIE_AT.
 */
"use strict";
const fs = require("node:fs");
const { getCompileCacheDir } = require("node:module");
const { isMainThread, threadId } = require("node:worker_threads");

const { openSync } = fs;
let parts = 0;
fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest);
  if (!String(path).endsWith(".part")) return fd;
  parts += 1;
  fs.appendFileSync(process.env.THREADS_FILE, `${threadId} ${getCompileCacheDir()} ${String(path)}\n`);
  if (!isMainThread && parts === Number(process.env.DIE_AT)) process.exit(1);
  return fd;
};
