/** A separate machine for the sandbox commands: a home folder, real sockets, real time, and recorded processes. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Interrupts } from "../../src/app/interrupts.ts";
import type { World } from "../../src/cli/world.ts";
import type { ExitCode } from "../../src/errors.ts";
import { run } from "../../src/program.ts";
import { systemClock } from "../../src/time/clock.ts";
import { tempHome, testWorld, type Screen, type Surroundings } from "./world.ts";
import { words } from "./split-line.ts";

export interface HomeRun extends Screen {
  exitCode: ExitCode;
}

export interface StartedHere {
  screen: Screen;
  url: string;
  /** Sends a signal and waits for the exit. */
  end: (signal?: "SIGINT" | "SIGTERM") => Promise<ExitCode>;
  /** Its exit, however it ends. */
  exited: Promise<ExitCode>;
}

/** Facts of the machine that a test sets. */
export interface Machine {
  isAlive?: World["isAlive"];
  processes?: World["processes"];
}

export interface SandboxHome {
  dir: string;
  /** The sandbox's folder in it. */
  store: string;
  /** Process ids that received an end signal. */
  terminated: number[];
  swath: (line: string, given?: Surroundings, machine?: Machine) => Promise<HomeRun>;
  /** `sandbox start` in the foreground of this process. */
  start: (line?: string, given?: Surroundings) => Promise<StartedHere>;
}

export async function sandboxHome(): Promise<SandboxHome> {
  const dir = await tempHome();
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const terminated: number[] = [];
  const processes: World["processes"] = {
    launch: () => Promise.reject(new Error("this test starts no process")),
    terminate: (pid) => void terminated.push(pid),
  };
  const make = (line: string, given: Surroundings = {}) =>
    testWorld({ clock: systemClock, ...given, argv: words(line), home: dir });
  return {
    dir,
    store: join(dir, ".local", "share", "swath", "sandbox"),
    terminated,
    swath: async (line, given, machine) => {
      const { world, screen } = make(line, given);
      const exitCode = await run({ ...world, processes, ...machine });
      return { exitCode, ...screen };
    },
    start: async (line = "sandbox start --port 0", given = {}) => {
      const interrupts = new Interrupts();
      const { world, screen } = make(line, { ...given, interrupts });
      let exited: Promise<ExitCode> = Promise.resolve(1);
      // It runs until it is ended: its output shows that it has begun.
      await new Promise<void>((resolve, reject) => {
        const write: World["stdout"]["write"] = (chunk) => world.stdout.write(chunk).then(resolve);
        exited = run({ ...world, stdout: { ...world.stdout, write } });
        exited.then(() => resolve(), reject);
      });
      const end: StartedHere["end"] = (signal = "SIGTERM") => {
        interrupts.press(signal);
        return exited;
      };
      onTestFinished(async () => void (await end()));
      const url = /http:\/\/127\.0\.0\.1:\d+[^\s"]*/.exec(screen.stdout)?.[0];
      if (url === undefined) throw new Error(`the sandbox did not start: ${screen.stderr}`);
      return { screen, url, end, exited };
    },
  };
}
