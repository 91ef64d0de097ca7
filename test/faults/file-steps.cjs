/** Watches the calls of a process that touch files, for preloads that name, stop, end or fail them. */
"use strict";
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const promises = require("node:fs/promises");

let isNoting = false;

/**
 * Calls `note` right before each call that touches a file, with the verb, the path, and the data of a write; an error that it throws fails the call.
 * `read` are calls that change nothing. The calls of `note` itself are not watched.
 */
exports.watchFiles = (note) => {
  const noting = (verb, path, data) => {
    if (isNoting) return;
    isNoting = true;
    try {
      note(verb, String(path), data);
    } finally {
      isNoting = false;
    }
  };
  const isRead = (flags) =>
    typeof flags === "number"
      ? (flags & 3) === 0 && (flags & fs.constants.O_CREAT) === 0
      : flags === undefined || flags === "r";

  const watchAsync = (name, verb) => {
    const real = promises[name];
    promises[name] = async (path, ...rest) => {
      noting(verb, path);
      return real(path, ...rest);
    };
  };
  const watchSync = (name, verb) => {
    const real = fs[name];
    fs[name] = (path, ...rest) => {
      noting(verb, path);
      return real(path, ...rest);
    };
  };
  for (const [name, verb] of [
    ["mkdir", "mkdir"],
    ["link", "link"],
    ["rename", "rename"],
    ["rm", "remove"],
    ["unlink", "remove"],
  ]) {
    watchAsync(name, verb);
    watchSync(`${name}Sync`, verb);
  }
  for (const name of ["readdir", "stat", "lstat"]) {
    watchAsync(name, "read");
    watchSync(`${name}Sync`, "read");
  }

  const { open } = promises;
  promises.open = async (path, flags, ...rest) => {
    noting(isRead(flags) ? "read" : "open", path);
    const handle = await open(path, flags, ...rest);
    for (const [name, verb] of [
      ["sync", "sync"],
      ["datasync", "sync"],
      ["write", "write"],
      ["writeFile", "write"],
      ["appendFile", "write"],
    ]) {
      const real = handle[name].bind(handle);
      handle[name] = async (...given) => {
        noting(verb, path, given[0]);
        return real(...given);
      };
    }
    return handle;
  };

  /** Descriptors that are open for writing, with their paths. */
  const written = new Map();
  const { openSync, writeSync, fsyncSync } = fs;
  fs.openSync = (path, flags, ...rest) => {
    noting(isRead(flags) ? "read" : "open", path);
    const fd = openSync(path, flags, ...rest);
    written.delete(fd);
    if (!isRead(flags)) written.set(fd, path);
    return fd;
  };
  fs.writeSync = (fd, data, ...rest) => {
    if (written.has(fd)) noting("write", written.get(fd), data);
    return writeSync(fd, data, ...rest);
  };
  fs.fsyncSync = (fd) => {
    if (written.has(fd)) noting("sync", written.get(fd));
    return fsyncSync(fd);
  };
  syncBuiltinESMExports();
};
