/** A front end without a terminal: what `app/` is given, over a sandbox in this process and a home folder of its own. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { AppContext } from "../../src/app/context.ts";
import { openService } from "../../src/app/service/service.ts";
import type { Surroundings } from "../../src/app/surroundings.ts";
import { DEFAULT_DIALECT } from "../../src/contract/dialect.ts";
import type { AppError } from "../../src/errors.ts";
import { directoriesOf } from "../../src/settings/directories.ts";
import { SANDBOX_PROFILE } from "../../src/settings/profiles.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { systemClock } from "../../src/time/clock.ts";

export interface Front {
  context: AppContext;
  folder: string;
  /** Questions that were asked, each answered with yes. */
  questions: string[];
  notes: string[];
  failures: AppError[];
}

export async function frontEnd({ isAgreed = true, clock = systemClock } = {}): Promise<Front> {
  const folder = await mkdtemp(join(tmpdir(), "swath-app-"));
  const [questions, notes, failures]: [string[], string[], AppError[]] = [[], [], []];
  const never = new AbortController().signal;
  const surroundings: Surroundings = {
    settings: resolveSettings({}, {}, {}),
    profileName: SANDBOX_PROFILE,
    isStoredDefault: false,
    dialect: DEFAULT_DIALECT,
    directories: directoriesOf({}, folder),
    env: {},
    folder,
    homeFolder: folder,
    clock,
    machine: {
      pid: process.pid,
      isAlive: (pid) => pid === process.pid,
      uuid: () => crypto.randomUUID(),
      random: () => Math.random(),
    },
    events: {
      note: (message) => void notes.push(String(message)),
      warn: (message) => void notes.push(String(message)),
      hint: (hint) => void notes.push(String(hint)),
      detail: () => {},
      failed: (error) => void failures.push(error),
      transfer: async () => ({ report: () => {}, stop: () => {} }),
      inFlight: () => () => {},
      waiting: async () => undefined,
    },
    consent: {
      isGiven: isAgreed,
      canAsk: true,
      resend: false,
      ask: async (question) => questions.push(question) > 0,
    },
    interruption: {
      giveUpSignal: never,
      pressSignal: never,
      shield: (work) => work(),
      expose: (work) => work(),
    },
    signal: never,
    command: String,
  };
  const service = openService(surroundings, {
    isDryRun: false,
    readStdin: () => Promise.reject(new Error("this front end has no stdin")),
  });
  onTestFinished(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { context: { ...surroundings, service }, folder, questions, notes, failures };
}
