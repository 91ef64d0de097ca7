/** Starts the S3 endpoint of `server.mjs` as a separate process, and reads its state. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { join } from "node:path";
import { newFolder } from "../new-folder.ts";

export interface S3Object {
  key: string;
  size: number;
  sha256: string;
  metadata: Record<string, string>;
  /** Of small objects. */
  text?: string;
}

interface State {
  objects: S3Object[];
  uploads: { key: string; uploadId: string }[];
  log: { operation: string; url: string; size: number; checksum?: string }[];
}

export interface S3Fault {
  operation: string;
  kind:
    | "refuse"
    | "drop"
    | "hold"
    | "lose-reply"
    | "ignore-conditions"
    | "bare-tags"
    | "any-time"
    | "lie-size"
    | "spoil"
    | "odd-tags"
    | "no-tag";
  status?: number;
  code?: string;
  /** Seconds. */
  retryAfter?: number;
  /** The number of times; always by default. */
  times?: number;
}

export const ACCESS_KEY = "AKIAIOSFODNN7EXAMPLE";
export const SECRET = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

export interface S3Process {
  endpoint: string;
  env: Record<string, string>;
  state(): Promise<State>;
  fail(...faults: S3Fault[]): Promise<void>;
  release(): Promise<void>;
  /** Forgets objects, uploads, log and faults, when the requests in progress have ended. */
  empty(): Promise<void>;
  /** Resolves when the operation has been requested. */
  until(operation: string): Promise<void>;
}

/** The address of a store behind the endpoint in place of the emulator. */
const realStore = (): string | undefined => process.env["SWATH_TEST_S3"];

/** Whether the endpoint can be made to fail on request, which an independent store does not. */
export const isEmulated = (): boolean => realStore() === undefined;

/** One process serves all tests of this process: a start takes longer than most of them. */
let started: Promise<S3Process> | undefined;

/** Returns an endpoint with one empty bucket, `imagery`. It belongs to one test at a time. */
export async function openS3(): Promise<S3Process> {
  started ??= startS3();
  const s3 = await started;
  await s3.empty();
  return s3;
}

async function startS3(): Promise<S3Process> {
  const dir = await newFolder();
  const store = realStore();
  const words = [dir, ACCESS_KEY, SECRET, ...(store === undefined ? [] : [store])];
  const child = spawn(process.execPath, [join(import.meta.dirname, "server.mjs"), ...words], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  const listening = once(child.stdout, "data") as Promise<[Buffer]>;
  const [line] = await Promise.race([
    listening,
    ended.then((): never => {
      throw new Error("the S3 endpoint ended before it listened: its error is on stderr");
    }),
  ]);
  // It ends when this process does, which closes its stdin.
  child.unref();
  (child.stdin as Socket).unref();
  (child.stdout as Socket).unref();
  const endpoint = `http://127.0.0.1:${line.toString().trim()}`;
  const control = async (path: string, body?: unknown): Promise<unknown> => {
    const reply = await fetch(`${endpoint}/_control/${path}`, {
      method: "POST",
      body: JSON.stringify(body ?? null),
    });
    return reply.json();
  };
  const state = async (): Promise<State> => (await control("state")) as State;
  return {
    endpoint,
    env: { AWS_ENDPOINT_URL_S3: endpoint, AWS_ACCESS_KEY_ID: ACCESS_KEY, AWS_SECRET_ACCESS_KEY: SECRET },
    state,
    fail: async (...faults) => void (await control("faults", faults)),
    release: async () => void (await control("release")),
    empty: async () => void (await control("reset")),
    until: async (operation) => {
      while (!((await control("log")) as State["log"]).some((one) => one.operation === operation))
        await new Promise((resolve) => setImmediate(resolve));
    },
  };
}
