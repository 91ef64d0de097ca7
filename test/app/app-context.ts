/** A front end without a terminal, for `app/`: a sandbox in memory, a stopped clock, and a home folder of its own. */
import { rm } from "node:fs/promises";
import { onTestFinished } from "vitest";
import type { AppContext } from "../../src/app/context.ts";
import { openService } from "../../src/app/service/open-service.ts";
import type { Surroundings } from "../../src/app/surroundings.ts";
import { Secrets } from "../../src/client/redact.ts";
import type { Send } from "../../src/contract/send.ts";
import type { AppError } from "../../src/errors.ts";
import { createSandboxSend, openSandbox } from "../../src/sandbox/sandbox.ts";
import { DialectLearner } from "../../src/settings/dialect-learner.ts";
import { resolveDirectories } from "../../src/settings/environment.ts";
import { SANDBOX_PROFILE, SANDBOX_URL } from "../../src/settings/profiles.ts";
import { resolveSettings } from "../../src/settings/settings.ts";
import { sandboxClock, stoppedClock, type StoppedClock } from "../cli/stopped-clock.ts";
import { newFolder } from "../new-folder.ts";
import { hintText } from "../../src/hint.ts";

export interface Front {
  context: AppContext;
  folder: string;
  /** The questions, each answered with yes. */
  questions: string[];
  notes: string[];
  failures: AppError[];
}

export async function frontEnd({ isAgreed = true } = {}): Promise<Front> {
  const clock = stoppedClock();
  const folder = await newFolder();
  const [questions, notes, failures]: [string[], string[], AppError[]] = [[], [], []];
  const learner = new DialectLearner();
  const never = new AbortController().signal;
  const surroundings: Surroundings = {
    settings: resolveSettings({}, {}, {}),
    profileName: SANDBOX_PROFILE,
    isStoredDefault: false,
    dialect: learner.dialect,
    learner,
    directories: resolveDirectories({}, { homeDir: folder, platform: "linux" }),
    env: {},
    folder,
    homeFolder: folder,
    secrets: new Secrets(),
    clock,
    send: await sendToSandbox(clock),
    machine: {
      pid: process.pid,
      isAlive: (pid) => pid === process.pid,
      uuid: () => crypto.randomUUID(),
      random: () => Math.random(),
    },
    events: {
      note: (message) => void notes.push(message),
      warn: (message) => void notes.push(message),
      hint: (next) => void notes.push(hintText(next)),
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

/** Sends to a sandbox in memory. The clock stands during a request: no time limit overtakes a reply. */
async function sendToSandbox(clock: StoppedClock): Promise<Send> {
  const sandbox = await openSandbox({ dir: ":memory:", clock: sandboxClock(clock) });
  onTestFinished(() => sandbox.close());
  const send = createSandboxSend(sandbox, SANDBOX_URL);
  return (request) => clock.during(send(request));
}
