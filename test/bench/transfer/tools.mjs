/**
 * The measured programs, each as `(job) => argv`. A job has `files` ({ name, url }), `origin`, `out`, `ca`, `dir`, and if they
 * are not the usual ones `node` and `bin`, the program's first file.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { has } from "./servers.mjs";

const ownBin = join(import.meta.dirname, "..", "..", "..", "bin", "swath.js");

function listFile({ dir }, name, lines) {
  const path = join(dir, name);
  writeFileSync(path, `${lines.join("\n")}\n`);
  return path;
}

const urls = (job) =>
  listFile(
    job,
    "urls.txt",
    job.files.map(({ url }) => url),
  );

export const swath =
  (...flags) =>
  ({ order, out, ca, node = process.execPath, bin = ownBin }) => [
    node,
    bin,
    "order",
    "download",
    order,
    "--out-dir",
    out,
    "--flat",
    "--quiet",
    "--ca-file",
    ca,
    ...flags,
  ];

/** The loop that shows the limit of Node; `lane` = "undici" or "raw". */
const prototype =
  (lane) =>
  ({ files, out, ca, node = process.execPath, ...job }) => {
    const lines = files.map(({ name, url }) => `${url}\t${join(out, name)}`);
    const path = join(import.meta.dirname, "prototype.mjs");
    return ["env", `LANE=${lane}`, node, path, listFile(job, "prototype.tsv", lines), ca];
  };

const curl =
  (streams) =>
  ({ files, out, ca, ...job }) => {
    const lines = files.flatMap(({ name, url }) => [`url = "${url}"`, `output = "${join(out, name)}"`]);
    const parallel =
      streams === 1 ? [] : ["--parallel", "--parallel-immediate", "--parallel-max", String(streams)];
    return ["curl", "-s", "--cacert", ca, ...parallel, "-K", listFile(job, "curl.txt", lines)];
  };

const aria2c =
  (split, jobs) =>
  ({ out, ca, ...job }) => [
    "aria2c",
    "-q",
    "--no-conf",
    "--file-allocation=none",
    "--summary-interval=0",
    `--ca-certificate=${ca}`,
    `-x${Math.min(16, split)}`,
    `-s${split}`,
    `-j${jobs}`,
    "-d",
    out,
    "-i",
    urls(job),
  ];

const wget2 =
  (threads) =>
  ({ out, ca, ...job }) => [
    "wget2",
    "-q",
    "--no-config",
    `--ca-certificate=${ca}`,
    "--https-enforce=none",
    "--http2=off",
    `--max-threads=${threads}`,
    "-P",
    out,
    "-i",
    urls(job),
  ];

const rclone =
  (transfers, streams) =>
  ({ files, origin, out, ca, ...job }) => [
    "rclone",
    "copy",
    ":http:",
    out,
    "--http-url",
    origin,
    "--ca-cert",
    ca,
    "--config",
    "/dev/null",
    "-q",
    "--files-from",
    listFile(
      job,
      "names.txt",
      files.map(({ name }) => name),
    ),
    "--no-traverse",
    "--ignore-checksum",
    "--transfers",
    String(transfers),
    "--multi-thread-streams",
    String(streams),
    "--multi-thread-cutoff",
    "64M",
  ];

/** Debian's Python, for which Debian has `python3-httpx`. */
const PYTHON = "/usr/bin/python3";

const sdkWay = ({ out, ca, ...job }) => [PYTHON, join(import.meta.dirname, "sdk-way.py"), ca, out, urls(job)];

const hasHttpx = () => spawnSync(PYTHON, ["-c", "import httpx"]).status === 0;

const every = {
  curl: { program: "curl", argv: curl(1) },
  "curl --parallel": { program: "curl", argv: curl(16) },
  "curl --parallel 256": { program: "curl", argv: curl(256) },
  "aria2c -x4": { program: "aria2c", argv: aria2c(4, 16) },
  "aria2c -x16": { program: "aria2c", argv: aria2c(16, 16) },
  "aria2c -j256": { program: "aria2c", argv: aria2c(1, 256) },
  wget2: { program: "wget2", argv: wget2(16) },
  rclone: { program: "rclone", argv: rclone(16, 16) },
  "prototype, undici": { program: "node", argv: prototype("undici") },
  "prototype, raw": { program: "node", argv: prototype("raw") },
  "the SDKs' way": { program: "python3-httpx", argv: sdkWay, isThere: hasHttpx },
};

const isPresent = ({ program, isThere = () => has(program) }) => isThere();

/** Returns the installed ones of these tools, as `[name, argv]`. */
export const present = (names) =>
  names.filter((name) => isPresent(every[name])).map((name) => [name, every[name].argv]);

export const absent = () => [
  ...new Set(
    Object.values(every)
      .filter((tool) => !isPresent(tool))
      .map(({ program }) => program),
  ),
];
