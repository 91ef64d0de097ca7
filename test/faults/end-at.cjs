/**
 * Preloaded into the program: counts what it does between the first touch of its journal and its end (files made, synced
 * and named, connections, bytes sent and printed), and ends it right before step END_AT with the signal END_BY. Each step
 * is a line of the file STEPS_FILE.
 */
"use strict";
const { appendFileSync } = require("node:fs");
const promises = require("node:fs/promises");
const { Socket } = require("node:net");

const { END_AT = "0", END_BY = "SIGKILL", STEPS_FILE } = process.env;
let steps = 0;
let isBegun = false;

function step(name, path = "") {
  isBegun ||= /[/\\]journal\b/.test(path);
  if (!isBegun) return;
  steps += 1;
  if (STEPS_FILE) appendFileSync(STEPS_FILE, `${steps} ${name}\n`);
  if (steps === Number(END_AT)) process.kill(process.pid, END_BY);
}

for (const name of ["link", "mkdir", "rename", "rm"]) {
  const real = promises[name];
  promises[name] = (path, ...rest) => {
    step(name, path);
    return real(path, ...rest);
  };
}
const { open } = promises;
promises.open = async (path, ...rest) => {
  step("open", path);
  const handle = await open(path, ...rest);
  for (const name of ["sync", "writeFile"]) {
    const real = handle[name].bind(handle);
    handle[name] = (...given) => {
      step(name, path);
      return real(...given);
    };
  }
  return handle;
};
for (const name of ["connect", "write"]) {
  const real = Socket.prototype[name];
  Socket.prototype[name] = function (...given) {
    step(name);
    return real.apply(this, given);
  };
}
