/**
 * The context of one tool call, which is a separate run with its own connection, cancellation and messages. There is no
 * person to ask, so nothing is ever bought by consent: no argument, answer or variable changes this.
 */
import type * as z from "zod";
import type { AppContext } from "../app/context.ts";
import { Interrupts } from "../app/interrupts.ts";
import type { ServiceOptions } from "../app/service/connect.ts";
import { openService } from "../app/service/open-service.ts";
import type { Events, Surroundings } from "../app/surroundings.ts";
import { AppError } from "../errors.ts";
import { NO_CONSENT } from "../money/consent.ts";
import { hintText, isCommand, type Hint } from "../hint.ts";
import { toContent, type Answer, type Content, type Failure } from "./answer.ts";
import type { Roots } from "./roots.ts";
import { SHOW_MORE } from "../app/incomplete-list.ts";

/** The server as its tools see it. */
export interface Server {
  context: AppContext;
  serviceOptions: ServiceOptions;
  roots: Roots;
}

export interface CallContext extends AppContext {
  readonly roots: Roots;
}

interface Call {
  /** Aborts when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Reports progress, if the client asked for it. */
  progress: ((message: string) => void) | undefined;
  /** The names of the tool's arguments. */
  names: readonly string[];
}

/** Runs a tool and returns its answer, also for an expected failure. A cancelled call has no answer. */
export async function runCall(
  { context: base, serviceOptions, roots }: Server,
  { signal, progress, names }: Call,
  work: (context: CallContext) => Promise<Answer>,
): Promise<Content> {
  const { interrupts, release } = Interrupts.listenTo(signal, base.signal);
  const notes: string[] = [];
  const { secrets } = base;
  let failure: AppError | undefined;
  const surroundings: Surroundings = {
    ...base,
    events: callEvents(
      notes,
      progress && ((message) => progress(secrets.clean(message))),
      (error) => (failure = error),
    ),
    consent: NO_CONSENT,
    interruption: interrupts,
    signal: interrupts.signal,
  };
  const service = openService(surroundings, serviceOptions);
  // Keys are removed before the data is cut. The remaining beginning of a cut key could not be found.
  const content = (answer: Answer, error?: AppError): Content =>
    toContent(
      { ...answer, data: secrets.cleanData(answer.data) },
      notes.map((note) => secrets.clean(note)),
      error && toFailure(error, names, (text) => secrets.clean(text)),
    );
  try {
    return content(await work({ ...surroundings, service, roots }), failure);
  } catch (error) {
    if (interrupts.signal.aborted) throw error;
    if (!(error instanceof AppError)) return makeBug(base, error);
    const faults = error.issues.length > 1 ? { faults: error.issues.map(({ message }) => message) } : {};
    return content({ data: faults }, error);
  } finally {
    release();
    await service.close();
  }
}

/**
 * Returns the failure in the words of the tool: its flags are named as its arguments. Tools run no commands, so a next step with one is for
 * the person.
 */
function toFailure(
  { code, message, next }: AppError,
  names: readonly string[],
  clean: (text: string) => string,
): Failure {
  const inTool = (text: string): string =>
    clean(text).replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (flag, name: string) => {
      const argument = name.replaceAll(/-[a-z]/g, (part) => part[1]!.toUpperCase());
      return names.includes(argument) ? argument : flag;
    });
  if (next === undefined) return { code, message: inTool(message) };
  const text = hintText(next);
  return {
    code,
    message: inTool(message),
    next: hasCommand(next) ? `Ask the person. ${clean(text)}` : inTool(text),
  };
}

const hasCommand = (hint: Hint): boolean =>
  typeof hint !== "string" &&
  (isCommand(hint) ? [hint] : hint.parts).some((part) => typeof part !== "string" && part.isFlags !== true);

/** Returns the content for a bug, whose stack goes to stderr. */
function makeBug({ events }: AppContext, error: unknown): Content {
  events.warn(`internal error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return toContent({ data: {} }, [], { code: "INTERNAL", message: "internal error, reported on stderr" });
}

/** Messages of the work are part of the answer; waits and transfers are progress. */
function callEvents(notes: string[], progress: Call["progress"], failed: Events["failed"]): Events {
  return {
    // A note about more rows is dropped. A cursor shows the same.
    note: (message, next) => void (next === SHOW_MORE || notes.push(message.trim())),
    warn: (message) => void notes.push(message),
    hint: () => {},
    detail: () => {},
    failed,
    inFlight: ({ what, host }) => {
      progress?.(`${what} (${host})`);
      return () => {};
    },
    waiting: () => Promise.resolve(progress && { update: progress, stop: () => {} }),
    transfer: () =>
      Promise.resolve({
        report: (event) => {
          if (event.type === "finished" || event.type === "skipped" || event.type === "failed")
            progress?.(`${event.file.path}: ${event.type}`);
        },
        stop: () => {},
      }),
  };
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: Input;
  /** The kind of change that the tool makes; undefined for a tool that only reads. */
  writes?: "files" | "quote" | "purchase";
  run: (context: CallContext, input: z.output<Input>) => Promise<Answer>;
}

/** Returns the tool. The compiler checks that `run` takes the arguments of `input`. */
export const defineTool = <Input extends z.ZodObject>(tool: Tool<Input>): Tool => tool;
