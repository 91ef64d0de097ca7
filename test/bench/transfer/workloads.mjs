/** The rows of the goals: the files, their source, the tools and the condition. */
const MiB = 1024 * 1024;

const one = (bytes) => [{ name: "one.bin", bytes }];
const many = (count, bytes, label) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${label}-${String(index).padStart(5, "0")}.bin`,
    bytes,
  }));

/** Tools without a comparable job are shown beside them: other rows of `swath`, the prototype. */
const PROTOTYPES = ["prototype, undici", "prototype, raw"];
const AT_16 = ["curl --parallel", "wget2", "aria2c -x4", "rclone"];
const SINGLE = ["curl", "aria2c -x4", "aria2c -x16", "wget2", "rclone"];
const SEVERAL = ["curl", "curl --parallel", "aria2c -x16", "wget2", "rclone"];

/** The best tool of the row, without the prototype. */
export const BEST = "the best tool";
/** Speeds in comparison with the best tool: with `--checksum size`, and by default, with sha256 of every byte. */
const best = (least, byDefault) => [
  { against: BEST, least },
  { of: "swath, default", against: BEST, least: byDefault },
];

/**
 * `goals`, by the place of the files: the least ratio of the speeds of `of` (default "swath") and of `against`. A row is
 * measured where it has goals, unless the command line sets the place. `limits` are of "swath" in memory.
 */
export const WORKLOADS = [
  {
    name: "one 2 GiB file, HTTP",
    files: one(2048 * MiB),
    scheme: "http",
    tools: [...SINGLE, ...PROTOTYPES],
    goals: { memory: best(1.1, 0.75), disk: best(0.95, 0.75) },
    limits: { cpuSecondsPerGB: 1.05, peakMiB: 100 },
  },
  {
    name: "one 2 GiB file, TLS",
    files: one(2048 * MiB),
    scheme: "https",
    tools: [...SINGLE, ...PROTOTYPES],
    goals: { memory: best(0.92, 0.75) },
    limits: { peakMiB: 100 },
  },
  {
    name: "8 x 512 MiB, HTTP",
    files: many(8, 512 * MiB, "eight"),
    scheme: "http",
    tools: [...SEVERAL, ...PROTOTYPES],
    goals: { memory: best(0.95, 0.68) },
    limits: { peakMiB: 180 },
  },
  {
    name: "8 x 512 MiB, TLS",
    files: many(8, 512 * MiB, "eight"),
    scheme: "https",
    tools: [...SEVERAL, ...PROTOTYPES],
    goals: { memory: best(0.92, 0.65) },
    limits: { peakMiB: 180 },
  },
  {
    name: "5,000 x 64 KiB, no delay",
    files: many(5000, 64 * 1024, "small"),
    scheme: "http",
    tools: [...AT_16, "the SDKs' way", ...PROTOTYPES],
    goals: { memory: [...best(0.45, 0.4), { against: "aria2c -x4", least: 1.8 }] },
    limits: { cpuSecondsPerGB: 4.6, peakMiB: 130 },
  },
  {
    name: "5,000 x 64 KiB, 50 ms round trip",
    files: many(5000, 64 * 1024, "small"),
    distant: { roundTripMs: 50 },
    tools: [...AT_16, "curl --parallel 256", "aria2c -j256", ...PROTOTYPES],
    goals: { memory: [...best(0.9, 0.85), ...AT_16.map((against) => ({ against, least: 5 }))] },
    limits: { peakMiB: 140 },
  },
  {
    name: "one 512 MiB file, 45 ms, 20 MB/s a connection",
    files: one(512 * MiB).map((file) => ({ ...file, name: "half.bin" })),
    distant: { roundTripMs: 45, bytesPerSecond: 20_000_000 },
    tools: ["curl", "aria2c -x16", ...PROTOTYPES],
    goals: { memory: best(1.2, 1.2) },
    limits: { peakMiB: 100 },
  },
  // Minutes, longer than every timer of a transfer: a file that starts again halves the speed.
  {
    name: "6 x 512 MiB, a line of 20 MB/s",
    files: many(6, 512 * MiB, "six"),
    distant: { roundTripMs: 0, lineBytesPerSecond: 20_000_000 },
    tools: ["curl --parallel"],
    mostRounds: 1,
    goals: { memory: best(0.9, 0.9) },
    limits: { peakMiB: 240 },
  },
];
