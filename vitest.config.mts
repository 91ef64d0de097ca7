import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/bench/**"],
    // One process per file: tests may spawn the built program, and nothing leaks from one file into the next.
    pool: "forks",
    testTimeout: 30_000,
  },
});
