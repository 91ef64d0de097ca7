/** Preloaded into the program: the disk below STUCK_UNDER (a part of the path) confirms nothing any more, and says so once it is asked. */
"use strict";
const promises = require("node:fs/promises");

const { open } = promises;
promises.open = async (path, ...rest) => {
  const handle = await open(path, ...rest);
  if (!String(path).includes(process.env.STUCK_UNDER) || !String(path).endsWith(".part")) return handle;
  handle.sync = () => {
    process.stderr.write("the disk is asked\n");
    return new Promise(() => {});
  };
  return handle;
};
