/** Preloaded into the program: the disk below STUCK_UNDER (a part of the path) confirms nothing any more, and reports the first request to confirm. */
"use strict";
const fs = require("node:fs");

const { openSync, fdatasync } = fs;
const stuck = new Set();
fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest);
  if (String(path).includes(process.env.STUCK_UNDER) && String(path).endsWith(".part")) stuck.add(fd);
  return fd;
};
fs.fdatasync = (fd, done) => {
  if (!stuck.has(fd)) return fdatasync(fd, done);
  process.stderr.write("the disk is asked\n");
};
