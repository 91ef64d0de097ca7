/** A service with scripted answers: a test gives them per method and path, in turn; the last answer stays. */
import type { Send } from "../../src/contract/send.ts";
import { BASE_URL, runWords, type Run, type Surroundings } from "./world.ts";

export interface Answer {
  status?: number;
  body?: unknown;
}

export type Script = Readonly<Record<string, readonly (Answer | (() => never))[]>>;

/** The answer about the names of requests that a retask may choose: none is taken. */
export const NO_NAMES: Script = { "POST /tasks/search": [{ body: { results: [], totalPages: 1 } }] };

/** Reviews of an order and of a task's order are optional: a script without one offers none. */
const NO_REVIEW: Answer = { status: 404, body: { message: "not found" } };
const isReview = (key: string): boolean =>
  key === "POST /orders/review" || key.startsWith("GET /orders/task/");

export function scriptedSend(script: Script): Send {
  const asked = new Map<string, number>();
  return async ({ method, url }) => {
    const path = url.startsWith(BASE_URL) ? url.slice(BASE_URL.length) : url;
    const key = `${method} ${path}`;
    const answers = script[key] ?? script[method] ?? (isReview(key) ? [NO_REVIEW] : undefined);
    if (answers === undefined) throw new Error(`the script has no answer to ${key}`);
    const turn = asked.get(key) ?? 0;
    asked.set(key, turn + 1);
    const answer = answers[Math.min(turn, answers.length - 1)];
    if (typeof answer === "function") return answer();
    const { status = 200, body } = answer ?? {};
    return {
      status,
      headers: { "content-type": "application/json" },
      body: (async function* () {
        if (body !== undefined) yield Buffer.from(JSON.stringify(body));
      })(),
    };
  };
}

/** A run against such a service. */
export const runScripted = (
  argv: string | readonly string[],
  script: Script,
  given: Surroundings = {},
): Promise<Run> =>
  runWords(argv, {
    ...given,
    env: { SWATH_BASE_URL: BASE_URL, SWATH_API_KEY: "key", ...given.env },
    send: scriptedSend(script),
  });

export interface ReportedError {
  code: string;
  exitCode: number;
  message: string;
  hint?: string;
  details?: { code: string; message: string; hint?: string; flag?: string; path?: string; value?: unknown }[];
}

/** The JSON error of a run with --json: the last line of stderr that is an object. */
export function errorOf({ stderr }: Run): ReportedError {
  const line = stderr
    .trim()
    .split("\n")
    .findLast((text) => text.startsWith('{"error"'));
  if (line === undefined) throw new Error(`no JSON error in:\n${stderr}`);
  return (JSON.parse(line) as { error: ReportedError }).error;
}

export const task = (id: string, code: string, more: object = {}): object => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: [14.43, 40.82] },
  properties: { taskingrequestId: id, statusHistory: [{ code }], ...more },
});
