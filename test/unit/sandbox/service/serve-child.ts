/** A separate program for the kill -9 test: serves the store in argv[2] on a free port and prints its base URL. */
import { listen } from "../../../../src/sandbox/listen.ts";
import { openSandbox } from "../../../../src/sandbox/sandbox.ts";
import { systemClock } from "../../../../src/time/clock.ts";

const sandbox = await openSandbox({ dir: process.argv[2] ?? "", archiveSize: 500, clock: systemClock });
const { url } = await listen(sandbox, { port: 0 });
process.stdout.write(`${url}\n`);
