/** Loaded by `--require`: writes the number of listings of each folder to the file in SWATH_BENCH_LISTINGS. */
"use strict";
const fs = require("node:fs");

const counts = {};
for (const module of [fs, fs.promises])
  for (const name of ["readdir", "readdirSync", "opendir", "opendirSync"]) {
    const list = module[name];
    if (list === undefined) continue;
    module[name] = (path, ...more) => {
      counts[path] = (counts[path] ?? 0) + 1;
      return list.call(module, path, ...more);
    };
  }

process.on("exit", () => fs.writeFileSync(process.env.SWATH_BENCH_LISTINGS, JSON.stringify(counts)));
