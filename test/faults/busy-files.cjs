/**
 * Preloaded into the program: the first BUSY_TIMES calls of BUSY_CALL on a file whose name ends in BUSY_FILE fail with BUSY_CODE, as if another program had the file
 * open (on Windows).
 */
"use strict";
const fs = require("node:fs");
const promises = require("node:fs/promises");

const { BUSY_CALL: calls = "", BUSY_FILE: file, BUSY_CODE: code = "EPERM", BUSY_TIMES = "0" } = process.env;

for (const name of calls.split(" ")) {
  const module = name.endsWith("Sync") ? fs : promises;
  const real = module[name];
  let times = Number(BUSY_TIMES);
  const fail = (path) => {
    if (String(path).endsWith(file) && times-- > 0)
      throw Object.assign(new Error(`${code}: ${name} '${path}'`), { code, path });
  };
  module[name] =
    module === fs
      ? (path, ...rest) => {
          fail(path);
          return real(path, ...rest);
        }
      : async (path, ...rest) => {
          fail(path);
          return real(path, ...rest);
        };
}
