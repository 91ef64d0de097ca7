/**
 * Preloaded into the program: names every step from its first touch of the journal to its exit, and ends it with the signal
 * END_BY right before the step END_BEFORE. Each step is a line of the file STEPS_FILE. A name contains the event and the state
 * that the journal writes down at that time, not the number of steps before it: neither load nor the version of Node moves it.
 */
"use strict";
const { appendFileSync } = require("node:fs");
const promises = require("node:fs/promises");
const { Socket } = require("node:net");

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
const STATES = ["prepared", "sending", "confirmed"];
let drafts = 0;
const inState = (event) => `${STATES[drafts - 1] ?? `draft ${drafts}`}: ${event}`;

/** Names a step on a file of the journal; other files are ignored. */
function onFile(verb, path, more = "") {
  if (!/[/\\]swath[/\\]journal(?:[/\\]|$)/.test(String(path))) return;
  isBegun = true;
  const isDraft = path.endsWith(".tmp");
  if (isDraft && verb === "open") drafts += 1;
  const what = isDraft ? "draft" : path.endsWith(".json") ? "record" : "folder";
  step(verb === "mkdir" ? "make the journal" : inState(`${verb} ${what}${more}`));
}

const { link, mkdir, open, rename, rm } = promises;
promises.mkdir = (path, ...rest) => {
  onFile("mkdir", path);
  return mkdir(path, ...rest);
};
promises.link = (path, to, ...rest) => {
  onFile("link", path, " as record");
  return link(path, to, ...rest);
};
promises.rename = (path, to, ...rest) => {
  onFile("rename", path, " to record");
  return rename(path, to, ...rest);
};
promises.rm = (path, ...rest) => {
  onFile("remove", path);
  return rm(path, ...rest);
};
promises.open = async (path, ...rest) => {
  onFile("open", path);
  const handle = await open(path, ...rest);
  const { sync, writeFile } = handle;
  handle.sync = () => {
    onFile("sync", path);
    return sync.call(handle);
  };
  handle.writeFile = (text, ...more) => {
    // The state in the text shows that the names of the steps around it contain the right one.
    onFile(`write ${JSON.parse(text).state} to`, path);
    return writeFile.call(handle, text, ...more);
  };
  return handle;
};

const { connect, read, write } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  if (isBegun) step("request: connect");
  return connect.apply(this, given);
};
Socket.prototype.write = function (data, ...rest) {
  if (isBegun && this._isStdio) step(`print to ${this.fd === 1 ? "stdout" : "stderr"}`);
  else if (isBegun)
    step(/^[A-Z]+ \S+ HTTP\/1\.1\r\n/.test(String(data)) ? "request: send head" : "request: send body");
  return write.call(this, data, ...rest);
};
const answered = new WeakSet();
Socket.prototype.read = function (...given) {
  const chunk = read.apply(this, given);
  // A reply may come in several chunks: only its first bytes are a step.
  if (isBegun && chunk !== null && !answered.has(this)) {
    answered.add(this);
    step("reply: read its first bytes");
  }
  return chunk;
};
process.on("exit", () => {
  if (isBegun) step("exit");
});
