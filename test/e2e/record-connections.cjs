/**
 * Preloaded into the program, its threads and its children: the file CONNECTIONS_FILE gets a line for every host that they look up
 * or connect to, and each of these fails, except this machine.
 */
"use strict";
const { appendFileSync } = require("node:fs");
const dgram = require("node:dgram");
const dns = require("node:dns");
const net = require("node:net");

const methodOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).value;

const LOCAL = /^(?:localhost|127(?:\.\d+){3}|::1|0\.0\.0\.0|::)$/;

/** Returns the error for a host other than this machine. */
function blocked(how, host = "localhost") {
  if (LOCAL.test(host)) return undefined;
  appendFileSync(process.env.CONNECTIONS_FILE, `${how} ${host}\n`);
  return Object.assign(new Error(`the network is blocked: ${host}`), { code: "ENETUNREACH" });
}

const connect = methodOf(net.Socket.prototype, "connect");
net.Socket.prototype.connect = function (...args) {
  const [target, second] = Array.isArray(args[0]) ? args[0] : args;
  const { path, host } = typeof target === "object" ? target : { host: second };
  // A socket with a path is on this machine.
  const error =
    path == null && typeof host !== "function" ? blocked("connect", host ?? undefined) : undefined;
  return error === undefined ? connect.apply(this, args) : this.destroy(error);
};

const lookups = (functions) => Object.keys(functions).filter((name) => /^(?:lookup|resolve)/.test(name));
for (const name of lookups(dns)) {
  const call = dns[name];
  dns[name] = function (host, ...rest) {
    const error = blocked(name, String(host));
    return error === undefined ? call.call(this, host, ...rest) : process.nextTick(rest.at(-1), error);
  };
}
for (const name of lookups(dns.promises)) {
  const call = dns.promises[name];
  dns.promises[name] = async function (host, ...rest) {
    const error = blocked(name, String(host));
    if (error !== undefined) throw error;
    return call.call(this, host, ...rest);
  };
}

const send = methodOf(dgram.Socket.prototype, "send");
dgram.Socket.prototype.send = function (...args) {
  const error = blocked(
    "send",
    args.findLast((one) => typeof one === "string"),
  );
  if (error !== undefined) throw error;
  return send.apply(this, args);
};
