/**
 * Preloaded into the program: writes the JavaScript that it loads, with its size, and the modules of Node that it asks for
 * (with size 0), to the file that READS_FILE names.
 */
"use strict";
const { writeFileSync } = require("node:fs");
const Module = require("node:module");

const reads = {};
const compile = Module.prototype._compile;
Module.prototype._compile = function (content, filename, ...rest) {
  reads[filename] = Buffer.byteLength(content);
  return compile.call(this, content, filename, ...rest);
};
const load = Module._load;
Module._load = function (request, ...rest) {
  if (request.startsWith("node:")) reads[request] = 0;
  return load.call(this, request, ...rest);
};
process.on("exit", () => writeFileSync(process.env.READS_FILE, JSON.stringify(reads)));
