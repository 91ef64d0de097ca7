/**
 * Preloaded into the program: names every step from its first touch of the journal to its exit, and ends it with the signal
 * END_BY right before the step END_BEFORE. Each step is a line of the file STEPS_FILE. A name contains the event and the state
 * that the journal writes down at that time, not the number of steps before it: neither load nor the version of Node moves it.
 * A file operation is a step if it changes the disk: a process that ends before a reading ends after the change before it.
 */
"use strict";
const { appendFileSync } = require("node:fs");
const paths = require("node:path");
const { Socket } = require("node:net");
const { watchFiles } = require("./file-steps.cjs");

const { END_BEFORE, END_BY = "SIGKILL", STEPS_FILE } = process.env;
let isBegun = false;
let isEnding = false;

function step(name) {
  if (STEPS_FILE) appendFileSync(STEPS_FILE, `${name}\n`);
  if (name !== END_BEFORE || isEnding) return;
  isEnding = true;
  process.kill(process.pid, END_BY);
}

/** The states that the journal writes down, in their order: each is a draft first, which becomes the record. */
const STATES = ["sending", "confirmed"];
let drafts = 0;
const inState = (event) => `${STATES[drafts - 1] ?? `draft ${drafts}`}: ${event}`;

/** The files of the journal's lock. */
const LOCKS = {
  ".lock": "the lock",
  ".unlocked": "the token of the last holder",
  ".lock.removal": "a removal",
};

/** Names a step on a file of the journal; other files are ignored. */
function onFile(verb, path, data) {
  if (verb === "read" || !/[/\\]swath[/\\](?:State[/\\])?journal(?:[/\\]|$)/.test(path)) return;
  isBegun = true;
  if (verb === "mkdir") return step("make the journal");
  const lock = LOCKS[paths.basename(path)];
  if (lock !== undefined) return step(`lock: ${verb} ${lock}`);
  const isDraft = path.endsWith(".tmp");
  if (isDraft && verb === "open") drafts += 1;
  const what = isDraft ? "draft" : path.endsWith(".json") ? "record" : "folder";
  // The state in the text shows that the names of the steps around it contain the right one.
  if (verb === "write") step(inState(`write ${JSON.parse(data).state} to ${what}`));
  else if (verb === "link" || verb === "rename") step(inState(`${verb} ${what} as record`));
  else step(inState(`${verb} ${what}`));
}
watchFiles(onFile);

/** Calls `note` with the arguments of each call, before the call itself. */
function before(object, name, note) {
  const real = object[name];
  object[name] = function (...given) {
    note.apply(this, given);
    return real.apply(this, given);
  };
}

const STREAMS = { 1: "stdout", 2: "stderr" };
before(Socket.prototype, "connect", () => isBegun && step("request: connect"));
before(Socket.prototype, "write", function (data) {
  if (!isBegun) return;
  if (this.fd in STREAMS) step(`print to ${STREAMS[this.fd]}`);
  else step(/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(String(data)) ? "request: send head" : "request: send body");
});
const answered = new WeakSet();
before(Socket.prototype, "push", function (chunk) {
  // A reply may come in several chunks: only its first bytes are a step.
  if (!isBegun || chunk === null || answered.has(this)) return;
  answered.add(this);
  step("reply: read its first bytes");
});
process.on("exit", () => {
  if (isBegun) step("exit");
});
