/**
 * Runs the program inside the process of the test, with the real network, disk and clock: the same code as the built program
 * without the 150 ms of CPU that a process costs.
 */
import { Interrupts } from "../../src/app/interrupts.ts";
import { run } from "../../src/program.ts";
import { systemClock } from "../../src/time/clock.ts";
import { testWorld } from "../cli/world.ts";
import { cleanEnv, type Ended, type ProcessOptions } from "../e2e/swath.ts";

/** Above the largest process id of any system: no process has the id of a run, so after its end it is dead. */
const ABOVE_ALL_PIDS = 2 ** 23;
let runs = 0;

export async function runHere(
  argv: readonly string[],
  { home, env, input = "" }: ProcessOptions,
): Promise<Ended> {
  const pid = ABOVE_ALL_PIDS + (runs += 1);
  const { world, screen } = testWorld({
    argv,
    home,
    env: cleanEnv(home, env),
    stdin: input,
    clock: systemClock,
    interrupts: new Interrupts(),
  });
  const code = await run({
    ...world,
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    pid,
    isAlive: (other) => other === pid || isProcess(other),
    platform: process.platform,
    nodeVersion: process.versions.node,
  });
  return { code, signal: null, stdout: screen.stdout, stderr: screen.stderr };
}

function isProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
