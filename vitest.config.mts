import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that run the built program or check the published package. */
const OF_THE_BUILD = ["test/e2e/**/*.test.ts", "test/package.test.ts"];

/** Tests of the built website. */
const OF_THE_SITE = ["test/site/**/*.test.ts"];

/** Tests of the packages that `npm run test:packages` builds: installed, used and removed. */
const PACKAGES = "test/packages/**/*.test.ts";

/** Tests of the built program by Windows' Node, in Wine: `npm run test:windows`. */
const WINDOWS = "test/windows/**/*.test.ts";

/**
 * Long proofs: more than half of the time of all tests. `npm test` skips them; `npm run test:long` runs them, in CI on one
 * Node. A test of the other projects proves the usual case of each.
 */
const LONG = [
  // Every fault of the service, the network, the disk and the process, against the built program.
  "test/faults/**/*.test.ts",
  "test/unit/transfer/segments/{segment-faults,continued-segments,endgame}.test.ts",
  // The built program killed, in a script, as a library, in other languages and shells, with buckets, exports, threads and
  // thousands of files.
  "test/e2e/{bucket,compile-cache,demo,download,export,locale,many-files,quotes-workflow,radar-products,readme,recipes}.test.ts",
  "test/e2e/{completion,library,pickers,process-conventions,sandbox,task-form,threads,unasked-connections}.test.ts",
  "test/e2e/{journal,killed-download,killed-ranges,killed-runs,long-downloads,quote,watch}.test.ts",
  "test/unit/transfer/two-processes.test.ts",
  // Map pages and galleries in a real browser, and pictures of hundreds of megabytes.
  "test/browser/**/*.test.ts",
  "test/cli/decoded-pictures.test.ts",
  // Every malformed reply, and independent clients against a sandbox that runs as a process.
  "test/soak/{clients,shapes}.test.ts",
  // Uploads to an S3 endpoint in every size, with its faults: to an emulator and to Ceph's.
  "test/s3/{bucket-files,uploads,reruns,on-radosgw}.test.ts",
  // Products, items and exports as GDAL, DuckDB and the official schemas read them, and every pass against a search of each second.
  "test/cli/{export-attributes,geoparquet,deliveries-read-by-others}.test.ts",
  "test/unit/footprints/foreign-files.test.ts",
  "test/unit/sandbox/archive/item.test.ts",
  "test/unit/sandbox/exports/{attributes,formats,service,worker}.test.ts",
  "test/unit/sandbox/imagery/{land-and-sea,product-files,render-tile,sensor-model}.test.ts",
  "test/unit/sandbox/scheduling/{brute-force,independent-sgp4}.test.ts",
  // Megabytes of damage to files of orbital elements, to our own files, to replies and to typed words.
  "test/unit/fuzz/**/*.test.ts",
  "test/unit/orbit/ten-satellites.test.ts",
  // The example of CONTRIBUTING.md, on a copy of the tree.
  "test/examples/order-cancel.test.ts",
];

/** It runs the tests of three other files in another environment, and so shares no process with them. */
const ALONE = "test/s3/on-radosgw.test.ts";

/** Files that wait for minutes together, or need half a minute of a core: at the end they would leave a core idle. */
const FIRST =
  /test\/(?:faults\/(?:spenders|killed-spenders|downloads|streamed-downloads|broken-connections|retry-after|failing-disks)|s3\/on-radosgw|e2e\/(?:readme|killed-runs|watch|threads)|examples\/order-cancel)\./;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ moduleId }: TestSpecification): boolean => FIRST.test(moduleId);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const CORES = availableParallelism();
/** Many long proofs wait for a time limit or a pause. */
const LONG_WORKERS = Math.min(CORES + 2, 12);

export default defineConfig({
  test: {
    // Processes, not threads: tests spawn programs and send signals.
    pool: "forks",
    // One more than there are cores: tests that wait for a program, a socket or a disk leave a core to others. A worker needs
    // up to 0.4 GB, and starts programs: a machine of 64 cores need not have 64 times that.
    maxWorkers: Math.min(CORES + 1, 12),
    sequence: { sequencer: WaitingFirst },
    // The long proofs, and the next run, find the modules that this run has translated.
    experimental: { fsModuleCache: true },
    // A hanging test must fail; one that starts processes on a busy machine must be able to end.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 240_000 } },
    globalSetup: ["test/temporary-folder.mjs", "build/page-assets.mjs", "build/error-entries.mjs"],
    setupFiles: ["test/asked-node.ts", "test/property-seed.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "source",
          // Files share a process and its modules: loading them again for each of 300 files took as long as the tests.
          // It is safe because no test mocks a module or changes a global.
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...OF_THE_BUILD, ...OF_THE_SITE, ...LONG, PACKAGES, WINDOWS],
        },
      },
      {
        extends: true,
        test: {
          name: "build",
          isolate: false,
          include: OF_THE_BUILD,
          exclude: LONG,
          globalSetup: ["test/e2e/build.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "long",
          isolate: false,
          include: LONG,
          exclude: [ALONE],
          globalSetup: ["test/e2e/build.ts"],
          maxWorkers: LONG_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // `npm run docs:site:test`: builds the website, whose generator has its own lock file.
        extends: true,
        test: {
          name: "site",
          isolate: false,
          include: OF_THE_SITE,
          globalSetup: ["test/site/build-site.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "packages",
          include: [PACKAGES],
          // The packages of the system are installed and removed, and the tests of the program use every core.
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "windows",
          isolate: false,
          include: [WINDOWS],
          globalSetup: ["test/e2e/build.ts", "test/windows/set-up.ts"],
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "alone",
          include: [ALONE],
          maxWorkers: LONG_WORKERS,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: { include: ["src/**/*.ts"] },
  },
});
