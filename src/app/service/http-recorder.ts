/**
 * Writes every exchange of a run to a HAR 1.2 file, without secrets. The file is complete JSON after each
 * exchange, so that a killed run leaves a valid file.
 */
import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { HttpRequest, HttpResponse, Send } from "../../contract/send.ts";
import { onDisk } from "../../disk/disk-error.ts";
import { safeJson } from "../../render/safe-json.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import { VERSION } from "../../version.ts";
import { scrubBody, scrubHeaders, scrubUrl, secretsIn } from "./scrub-http.ts";
import type { Surroundings } from "../surroundings.ts";

const START = `{"log":{"version":"1.2","creator":{"name":"swath","version":${JSON.stringify(VERSION)}},"entries":[\n`;
const END = "\n]}}\n";

type Run = Pick<Surroundings, "clock" | "machine" | "secrets">;

/** One file per run, for all of its connections. */
const files = new WeakMap<object, (entry: object) => void>();

/** Wraps `send` and records each exchange. Throws DISK_WRITE_FAILED immediately when the file cannot be created. */
export function recordHttp(send: Send, path: string, run: Run): Send {
  const write = files.get(run.machine) ?? openFile(path, run);
  files.set(run.machine, write);
  const secrets = new Set<string>();
  return async (request) => {
    for (const secret of secretsIn(request.headers)) secrets.add(secret);
    const startedMs = run.clock.now();
    const record = (response: object): void => {
      const time = run.clock.now() - startedMs;
      write({
        startedDateTime: formatTimestamp(startedMs),
        time,
        request: requestEntry(request, [...secrets]),
        response,
        cache: {},
        timings: { send: 0, wait: time, receive: 0 },
      });
    };
    let reply: HttpResponse;
    try {
      // The recorder reads `body`.
      reply = await send({ ...request, receive: undefined });
    } catch (error) {
      const message = redacted(error instanceof Error ? error.message : String(error), secrets);
      record({ ...EMPTY, _error: message });
      throw error;
    }
    const { status, headers } = reply;
    const body = watchBody(reply.body, headers["content-type"], (text, size, end) => {
      const content = {
        size,
        mimeType: headers["content-type"] ?? "",
        ...(text !== undefined && { text: redacted(text, secrets) }),
      };
      const entry = {
        ...EMPTY,
        status,
        headers: scrubHeaders(headers, [...secrets]),
        content,
        bodySize: size,
      };
      record({ ...entry, ...(end !== undefined && { _error: end }) });
    });
    return { status, headers, body };
  };
}

const redacted = (text: string, secrets: Iterable<string>): string => scrubBody(text, [...secrets]);

const EMPTY = {
  status: 0,
  statusText: "",
  httpVersion: "HTTP/1.1",
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: "" },
  redirectURL: "",
  headersSize: -1,
  bodySize: -1,
};

/** Maximum number of recorded bytes of a body. */
const MAX_KEPT_BYTES = 256 * 1024;

/**
 * `text` only for text; `end` is the reason for an incomplete body. Called once, when the body has ended or its
 * reader has stopped.
 */
type OnBodyEnd = (text: string | undefined, size: number, end?: string) => void;

/** Records a body while its consumer reads it. */
function watchBody(
  body: AsyncIterable<Uint8Array>,
  contentType: string | undefined,
  onEnd: OnBodyEnd,
): AsyncIterableIterator<Uint8Array> {
  const isText = /json|text|html|xml/i.test(contentType ?? "");
  const source = body[Symbol.asyncIterator]();
  const kept: Uint8Array[] = [];
  let size = 0;
  let isReported = false;
  const finish = (end?: string): void => {
    if (isReported) return;
    isReported = true;
    const text = Buffer.concat(kept).subarray(0, MAX_KEPT_BYTES).toString("utf8");
    onEnd(isText ? text : undefined, size, end);
  };
  const watched: AsyncIterableIterator<Uint8Array> = {
    next: async () => {
      try {
        const step = await source.next();
        if (step.done === true) finish();
        else {
          if (isText && size < MAX_KEPT_BYTES) kept.push(step.value);
          size += step.value.length;
        }
        return step;
      } catch (error) {
        finish(error instanceof Error ? error.message : "broken off");
        throw error;
      }
    },
    return: async () => {
      finish("not read to its end");
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => watched,
  };
  return watched;
}

function requestEntry({ method, url, headers, body }: HttpRequest, secrets: readonly string[]): object {
  const shown = scrubUrl(url);
  const query = new URLSearchParams(/\?(.*)/s.exec(shown)?.[1] ?? "");
  return {
    method,
    url: redacted(shown, secrets),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: scrubHeaders(headers, secrets),
    queryString: [...query].map(([name, value]) => ({ name, value: redacted(value, secrets) })),
    ...(typeof body === "string" && {
      postData: { mimeType: headers["content-type"] ?? "", text: redacted(body, secrets) },
    }),
    headersSize: -1,
    bodySize: body === undefined ? 0 : Buffer.byteLength(body),
  };
}

/** Created under a temporary name and renamed, so that other users cannot read it even if a file existed before. */
function openFile(path: string, { machine, secrets }: Run): (entry: object) => void {
  const { O_CREAT, O_EXCL, O_WRONLY } = constants;
  const draft = `${path}.${machine.uuid()}`;
  const file = onDisk(path, () => {
    const made = openSync(draft, O_CREAT | O_EXCL | O_WRONLY, 0o600);
    try {
      writeSync(made, START + END, 0);
      renameSync(draft, path);
      return made;
    } catch (error) {
      closeSync(made);
      rmSync(draft, { force: true });
      throw error;
    }
  });
  let end = Buffer.byteLength(START);
  let separator = "";
  return (entry) => {
    const text = `${separator}${secrets.clean(safeJson(entry))}`;
    // A write failure loses the last entries and does not fail the run.
    try {
      writeSync(file, text + END, end);
    } catch {
      return;
    }
    end += Buffer.byteLength(text);
    separator = ",\n";
  };
}
