// Loaded before the program: writes the most memory that it ever held, in KiB, when it ends.
const { writeFileSync } = require("node:fs");
const { isMainThread } = require("node:worker_threads");
if (isMainThread) {
  process.on("exit", () => writeFileSync(process.env.PEAK_FILE, String(process.resourceUsage().maxRSS)));
}
