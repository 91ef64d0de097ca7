/** Preloaded into every program of Node in Wine 8.0, for two of Wine's faults. */
"use strict";
const { Socket } = require("node:net");

// Wine has no TCP_KEEPIDLE: a connection that asks for keep-alive ends with `connect UNKNOWN`.
Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};

// Wine sets the variables of the home folder itself when a program is started from Linux: `DESK_USERPROFILE` is the intended value.
const PREFIX = "DESK_";
for (const [name, value] of Object.entries(process.env)) {
  if (!name.startsWith(PREFIX)) continue;
  process.env[name.slice(PREFIX.length)] = value;
  delete process.env[name];
}
