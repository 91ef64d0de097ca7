/**
 * Runs in Wine and starts programs there for the tests on Linux, which ask by HTTP: Wine cannot hand a pipe of Linux to node.exe,
 * so that the programs would have no pipes. It writes its port to the file that is its argument.
 */
"use strict";
const { spawn } = require("node:child_process");
const { renameSync, writeFileSync } = require("node:fs");
const { createServer } = require("node:http");

const children = new Map();

const ACTIONS = {
  /** Starts a program and returns its number. */
  start({ program, words, folder, env, input }) {
    const child = spawn(program, words, { cwd: folder, env: { ...process.env, ...env }, windowsHide: true });
    const id = children.size + 1;
    const output = { stdout: [], stderr: [] };
    for (const name of ["stdout", "stderr"]) child[name].on("data", (chunk) => output[name].push(chunk));
    // A program that does not read its input closes the pipe.
    child.stdin.on("error", () => {});
    child.stdin.end(Buffer.from(input, "base64"));
    const ended = new Promise((resolve) => {
      const end = (code, stderr) =>
        resolve({
          code,
          stdout: Buffer.concat(output.stdout).toString("base64"),
          stderr: Buffer.concat([...output.stderr, Buffer.from(stderr)]).toString("base64"),
        });
      child.on("error", (error) => end(null, error.message));
      child.on("close", (code) => end(code, ""));
    });
    children.set(id, { child, ended });
    return { id };
  },
  /** Resolves when the program has ended. */
  end: ({ id }) => children.get(id).ended,
  /** Ends the program as the task manager does, by TerminateProcess. */
  kill: ({ id }) => ({ killed: children.get(id).child.kill("SIGKILL") }),
};

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", async () => {
    const answer = await ACTIONS[request.url.slice(1)](JSON.parse(Buffer.concat(chunks).toString()));
    response.end(JSON.stringify(answer));
  });
});
// A program may run for minutes.
server.requestTimeout = 0;
server.listen(0, "127.0.0.1", () => {
  const [, , file] = process.argv;
  writeFileSync(`${file}.new`, String(server.address().port));
  renameSync(`${file}.new`, file);
});
