/** The rows of the goals: what is fetched from where, by whom, and what counts as met. */
const MiB = 1024 * 1024;

const one = (bytes) => [{ name: "one.bin", bytes }];
const many = (count, bytes, label) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${label}-${String(index).padStart(5, "0")}.bin`,
    bytes,
  }));

const AT_16 = ["curl --parallel", "wget2", "aria2c -x4", "rclone"];
const SINGLE = ["curl", "aria2c -x4", "aria2c -x16", "wget2", "rclone"];
const SEVERAL = ["curl", "curl --parallel", "aria2c -x16", "wget2", "rclone"];

/** `goals`: [against which tool or "best", least ratio of speeds]. `small` = what --small measures in place of it. */
export const WORKLOADS = [
  {
    name: "one 2 GiB file, HTTP",
    files: one(2048 * MiB),
    scheme: "http",
    tools: SINGLE,
    goals: [["best", 1.15]],
    diskGoals: [["best", 1.5]],
    limits: { cpuSecondsPerGB: 0.9, peakMiB: 120 },
  },
  {
    name: "one 2 GiB file, TLS",
    files: one(2048 * MiB),
    scheme: "https",
    tools: SINGLE,
    goals: [["best", 0.85]],
  },
  {
    name: "8 x 512 MiB, HTTP",
    files: many(8, 512 * MiB, "eight"),
    scheme: "http",
    tools: SEVERAL,
    goals: [
      ["best", 0.8],
      ["curl", 1.5],
      ["aria2c -x16", 2],
    ],
  },
  {
    name: "8 x 512 MiB, TLS",
    files: many(8, 512 * MiB, "eight"),
    scheme: "https",
    tools: SEVERAL,
    goals: [["best", 0.75]],
  },
  {
    name: "5,000 x 64 KiB, no delay",
    files: many(5000, 64 * 1024, "small"),
    scheme: "http",
    tools: [...AT_16, "the SDKs' way"],
    goals: [
      ["best", 0.45],
      ["aria2c -x4", 1.8],
      ["the SDKs' way", 10],
    ],
  },
  {
    name: "5,000 x 64 KiB, 50 ms round trip",
    files: many(5000, 64 * 1024, "small"),
    distant: { roundTripMs: 50 },
    tools: [...AT_16, "curl --parallel 256", "aria2c -j256"],
    goals: [
      ["curl --parallel", 4],
      ["wget2", 4],
      ["aria2c -x4", 4],
      ["best", 0.65],
    ],
  },
  {
    name: "one 512 MiB file, 45 ms, 20 MB/s a connection",
    files: one(512 * MiB).map((file) => ({ ...file, name: "half.bin" })),
    distant: { roundTripMs: 45, bytesPerSecond: 20_000_000 },
    tools: ["curl", "aria2c -x16"],
    goals: [["aria2c -x16", 1]],
  },
  {
    name: "one 2 GiB file, TLS, --checksum full",
    files: one(2048 * MiB),
    scheme: "https",
    tools: [],
    isHashed: true,
    goals: [["swath", 0.8]],
  },
];
