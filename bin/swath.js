#!/usr/bin/env node
"use strict";
// Without `node:`, which Node 12 does not know: dist/start.cjs refuses it in a sentence.
const { existsSync } = require("fs");
const path = require("path");

const start = path.join(__dirname, "..", "dist", "start.cjs");
if (existsSync(start)) {
  require(start);
} else {
  process.stderr.write("swath is not built yet. Type: npm run build\n");
  process.exitCode = 1;
}
