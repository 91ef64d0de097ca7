/** Runs a command: arguments -> request -> data -> view. Loaded only when a command runs, not for help. */
import { DryRun, type PlannedRequest } from "../../app/service/dry-run.ts";
import { STORE_KEY } from "../../contract/refusal-hints.ts";
import { countText } from "../../counted.ts";
import { AppError, inputError, type ExitCode, type Fault } from "../../errors.ts";
import type { Paint } from "../../render/paint.ts";
import { escapeJson, escapeText } from "../../render/safe-text.ts";
import { IdRecorder } from "../completion/id-cache.ts";
import { createContext, type Context } from "../context.ts";
import { isMapAsked, wantsMap, type MapOptions } from "../flags/map-flags.ts";
import { listFaults } from "../input/usage.ts";
import { canAsk } from "../input/prompt.ts";
import { findPresentationFaults } from "../output/check-presentation.ts";
import { countRows, present } from "../output/present.ts";
import { choosePresentation, type Presentation } from "../output/presentation.ts";
import { describeUncheckedColumns } from "../output/select-columns.ts";
import { NOTHING_FOUND, recordView, type View } from "../output/view.ts";
import type { World } from "../world.ts";
import type { CommandDefinition } from "./define-command.ts";
import type { TypedCommand } from "./read-words.ts";

export async function runCommand(
  world: World,
  command: TypedCommand,
  said: string[] = [],
): Promise<ExitCode> {
  const { definition, options, args, faults: wordFaults, missing } = command;
  const isChosen = missing !== undefined && wordFaults.length === 0 && canChoose(world, options);
  if (missing?.fault !== undefined && !isChosen) throw inputError([missing.fault, ...wordFaults]);
  const context = await withFaults(wordFaults, () => createContext(world, options, definition.conduct));
  const view = definition.viewFor?.(options) ?? definition.view;
  const how = choosePresentation(context, view);
  const faults = [...wordFaults, ...(await findPresentationFaults(context, how, view))];
  if (definition.parse === undefined && faults.length > 0) throw inputError(faults);
  try {
    if (typeof options.map === "string") {
      const { requireMapFile } = await import("../output/map-output.ts");
      await requireMapFile(world, options.map);
    }
    if (isChosen) {
      const { pick } = await import("../ids/pick.ts");
      missing.take(await pick(context, missing.pick));
    }
    const parsed = await readRequest(context, definition, options, args, faults);
    const result = await definition.run(context, ...parsed);
    if (context.outcome.isStdoutTaken) return 0;
    await showResult(context, command, view, result, said);
    if (context.outcome.failure !== undefined) throw context.outcome.failure;
    // Ctrl-C while a paid request was in flight: the response was awaited and shown, and the run ends now.
    return world.interrupts.received?.exitCode ?? context.outcome.exitCode;
  } catch (error) {
    if (!(error instanceof DryRun)) {
      const { withOtherKind } = await import("../completion/id-of-other-kind.ts");
      throw await withOtherKind(context, await withCredential(context, error), command.path);
    }
    await present(choosePlanPresentation(how), plannedRequestView, error.request);
    return 0;
  } finally {
    try {
      for (const action of context.outcome.atEnd) await action();
    } finally {
      context.waitLine?.stop();
      context.notes.writeHints();
      await context.service.close();
    }
  }
}

/** Shows a result in the format of the run, also on a map if one is asked for, and adds its summary to `said`. */
async function showResult(
  context: Context,
  { path, options }: Pick<TypedCommand, "path" | "options">,
  commandView: View<unknown>,
  result: unknown,
  said: string[],
): Promise<void> {
  let view = commandView;
  const ids = new IdRecorder();
  const shown = choosePresentation(context, view);
  const watched = ids.watch(result, view);
  if (view.map !== undefined && (wantsMap(shown.format, options) || shown.format === "geoparquet")) {
    const { viewForMap } = await import("../output/map-output.ts");
    view = await viewForMap(context, view, result);
  }
  const recorder = await mapRecorder(view, path, options, shown);
  const counted = context.waitLine?.countRows(watched) ?? watched;
  const isPage = recorder !== undefined && shown.format === "html";
  // With --quiet the page is the result.
  const isOnlyPage = shown.quiet && shown.format === "table" && recorder !== undefined;
  const how = {
    ...shown,
    drawing: context.map,
    ...(isPage && { mapPage: () => recorder.page(context) }),
  };
  const rows = recorder?.watch(counted) ?? counted;
  const count = await (isOnlyPage ? countRows(view, rows) : present(how, view, rows));
  if (recorder !== undefined && isMapAsked(options)) {
    const { writeMap } = await import("../output/map-output.ts");
    await writeMap(context, recorder, options);
  }
  for (const action of context.outcome.afterShown) await action();
  await ids.keep(context);
  said.push(...(await summarize(view, result, count)));
  if (count === 0) {
    // A batch in which every member failed did not search, so "Nothing found" would be wrong.
    if (context.outcome.failure === undefined && context.outcome.isEmptyNoted !== true)
      context.notes.note(view.empty ?? NOTHING_FOUND);
    const warning = describeUncheckedColumns(shown.columns, view);
    if (warning !== undefined) context.notes.warn(warning);
  }
}

/** A refused credential of a flag or a variable overrides the stored one: a login does not help. */
async function withCredential({ service }: Context, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError) || error.next !== STORE_KEY) return error;
  const { credentialSource: source = "" } = await service.connection();
  if (!/^(?:SWATH_|--)/.test(source)) return error;
  return error.restated(error.message, { next: `Correct ${source}` });
}

/** Returns the keeper of the rows for a map page, if one is asked for. */
async function mapRecorder(
  view: View<unknown>,
  path: readonly string[],
  options: MapOptions,
  how: Presentation,
) {
  if (view.map === undefined || !(isMapAsked(options) || how.format === "html")) return undefined;
  const { MapRecorder } = await import("../output/map-output.ts");
  return new MapRecorder(view, path, how);
}

/**
 * Returns whether a missing value is chosen from a list: on a terminal, when a request may be sent. With consent
 * beforehand, a script with an empty variable may be running, which must not wait for an answer.
 */
const canChoose = (world: World, options: Readonly<Record<string, unknown>>): boolean =>
  options["yes"] !== true && options["dryRun"] !== true && canAsk(world, options);

/** Returns the outcome of the run for its summary: the text of the view, else the number of results. */
async function summarize<Data>(
  view: View<Data>,
  data: Data,
  count: number | undefined,
): Promise<readonly string[]> {
  if (view.summary !== undefined) return view.summary(data);
  return count === undefined ? [] : [countText(count, "result")];
}

/** A planned request is not a row of the result, so the columns and formats of rows do not apply. */
function choosePlanPresentation(how: Presentation): Presentation {
  const format = plannedRequestView.formats.includes(how.format) ? how.format : "table";
  return { ...how, format, columns: undefined, quiet: false };
}

/** The view of `--dry-run`: the request that would be sent. */
const plannedRequestView: View<Planned> = {
  ...recordView<Planned>({
    text: (planned, { paint }) =>
      [planned]
        .flat()
        .map((request) => requestText(request, paint))
        .join("\n\n"),
  }),
  rows: (planned) => [planned].flat(),
};

type Planned = DryRun["request"];

const requestText = ({ method, url, headers, body }: PlannedRequest, paint: Paint): string =>
  [
    `${paint("bold", method)} ${escapeText(url)}`,
    ...Object.entries(headers).map(([name, value]) => `${paint("dim", `${name}:`)} ${escapeText(value)}`),
    ...(body === undefined ? [] : ["", escapeJson(body, 2)]),
  ].join("\n");

/** Returns the parameters of `run` after the context: request and options, or options and arguments as typed. */
async function readRequest(
  context: Context,
  { parse }: Pick<CommandDefinition, "parse">,
  options: object,
  args: readonly unknown[],
  flagFaults: readonly Fault[],
): Promise<unknown[]> {
  if (parse === undefined) return [options, ...args];
  const request = await withFaults(flagFaults, () => parse(context, options, ...args));
  if (flagFaults.length > 0) throw inputError(flagFaults);
  return [request, options];
}

/** Continues after faulty flags, so that the same error also reports the other faults. */
async function withFaults<T>(flagFaults: readonly Fault[], step: () => T | Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof AppError) || flagFaults.length === 0) throw error;
    throw inputError([...flagFaults, ...listFurtherFaults(error, flagFaults)]);
  }
}

/** Returns the faults of the body, without those that only result from an unreadable flag. */
function listFurtherFaults(error: AppError, flagFaults: readonly Fault[]): Fault[] {
  const faulty = new Set(flagFaults.map(({ flag }) => flag));
  return listFaults(error).filter((fault) =>
    // A usage error without a flag is about a combination of flags, and an unreadable flag explains it better.
    fault.flag === undefined ? fault.code !== "USAGE" : !faulty.has(fault.flag) || isAboutGiven(fault),
  );
}

/** Returns true for an invalid value, false for a missing one. */
const isAboutGiven = ({ value }: Fault): boolean =>
  value !== undefined && !(Array.isArray(value) && value.length === 0);
