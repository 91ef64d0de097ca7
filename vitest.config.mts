import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that run the built program or look at what is published. */
const OF_THE_BUILD = ["test/e2e/**/*.test.ts", "test/faults/**/*.test.ts", "test/package.test.ts"];

export default defineConfig({
  test: {
    // One process per file: tests may spawn programs, and nothing leaks from one file into the next.
    pool: "forks",
    // By itself it leaves one core idle, which on two cores doubles the time.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    globalSetup: ["test/temporary-folder.ts"],
    projects: [
      { extends: true, test: { name: "source", include: ["test/**/*.test.ts"], exclude: OF_THE_BUILD } },
      {
        extends: true,
        test: {
          name: "build",
          include: OF_THE_BUILD,
          globalSetup: ["test/e2e/build.ts"],
          testTimeout: 120_000,
        },
      },
    ],
    coverage: { include: ["src/**/*.ts"] },
  },
});
