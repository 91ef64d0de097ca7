/**
 * Preloaded into the program: the first BUSY_TIMES calls of BUSY_CALL on a file named BUSY_FILE fail with BUSY_CODE, as if another program had the file
 * open (on Windows).
 */
"use strict";
const fs = require("node:fs");
const { basename } = require("node:path");

const { BUSY_CALL: calls = "", BUSY_FILE: file, BUSY_CODE: code = "EPERM", BUSY_TIMES = "0" } = process.env;

for (const name of calls.split(" ")) {
  const real = fs[name];
  let times = Number(BUSY_TIMES);
  fs[name] = (path, ...rest) => {
    if (basename(String(path)) === file && times-- > 0)
      throw Object.assign(new Error(`${code}: ${name} '${path}'`), { code, path });
    return real(path, ...rest);
  };
}
