/**
 * Preloaded into the program: files below DISK_UNDER (a part of the path) fail as on a bad disk, with the error DISK_CODE.
 * A disk that cannot be written refuses at once; another takes DISK_FILES files, and then DISK_BYTES bytes.
 */
"use strict";
const fs = require("node:fs");
const promises = require("node:fs/promises");

const { DISK_CODE: code, DISK_UNDER: under, DISK_FILES = "0", DISK_BYTES = "0" } = process.env;
const isClosed = code === "EROFS" || code === "EACCES";
let files = Number(DISK_FILES);
let bytes = Number(DISK_BYTES);

const fault = (syscall, path) =>
  Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });
const isUnder = (path) => String(path).includes(under);

for (const name of ["link", "mkdir", "rename"]) {
  const real = promises[name];
  promises[name] = async (path, ...rest) => {
    if (isClosed && isUnder(path)) throw fault(name, path);
    return real(path, ...rest);
  };
}

/** Descriptors of files whose bytes are counted. */
const counted = new Map();
function take(path, length) {
  bytes -= length;
  if (bytes < 0) throw fault("write", path);
}
const { writeSync } = fs;
fs.writeSync = (fd, data, ...rest) => {
  if (counted.has(fd)) take(counted.get(fd), data.length);
  return writeSync(fd, data, ...rest);
};

const isForWriting = (path, flags) =>
  isUnder(path) && (typeof flags === "number" ? (flags & 3) !== 0 : ![undefined, "r"].includes(flags));

const { openSync } = fs;
fs.openSync = (path, flags, ...rest) => {
  const isWritten = isForWriting(path, flags);
  if (isWritten && isClosed) throw fault("open", path);
  const fd = openSync(path, flags, ...rest);
  counted.delete(fd);
  if (isWritten && files-- <= 0) counted.set(fd, path);
  return fd;
};

const { open } = promises;
promises.open = async (path, flags = "r", ...rest) => {
  const isWritten = isForWriting(path, flags);
  if (isWritten && isClosed) throw fault("open", path);
  const handle = await open(path, flags, ...rest);
  counted.delete(handle.fd);
  if (!isWritten || files-- > 0) return handle;
  counted.set(handle.fd, path);
  for (const name of ["write", "writev", "writeFile", "appendFile"]) {
    const real = handle[name].bind(handle);
    handle[name] = async (data, ...given) => {
      take(path, data.length);
      return real(data, ...given);
    };
  }
  return handle;
};
