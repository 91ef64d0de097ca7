/** The context of one command: the needs of `app/`, and the parts of the command line (flags, prompts, stdout). */
import { resolve } from "node:path";
import type { AppContext } from "../app/context.ts";
import type { Consent } from "../money/context.ts";
import type { Events, Surroundings } from "../app/surroundings.ts";
import { AppError, type ExitCode } from "../errors.ts";
import { formatAnnotation } from "./output/github-actions.ts";
import type { MapPage } from "../render/map-page.ts";
import { createPaint } from "../render/paint.ts";
import { wantsColour } from "./output/presentation.ts";
import { isSet, resolveDirectories } from "../settings/environment.ts";
import type { GlobalOptions } from "./flags/global-flags.ts";
import { logFile, Notes } from "./output/notes.ts";
import { askYesNo, canAsk } from "./input/prompt.ts";
import {
  chooseProfile,
  hasProfile,
  readProfile,
  SANDBOX_PROFILE,
  type Profile,
} from "../settings/profiles.ts";
import type { ServiceOptions } from "../app/service/connect.ts";
import { openService } from "../app/service/open-service.ts";
import { findServicePlace } from "../app/service/learn-forms.ts";
import { listUnknownVariables, loadSettings, type Settings } from "../settings/settings.ts";
import { openStatusLine, type StatusLine } from "./output/status-line.ts";
import { WaitLine } from "./output/wait-line.ts";
import { StdinClaim } from "./input/stdin-claim.ts";
import type { Format } from "../domain/output-formats.ts";
import type { World } from "./world.ts";
import { createCommandWriter, findSingleQuoted } from "./write-command.ts";

export interface Context extends AppContext {
  readonly world: World;
  readonly options: Partial<GlobalOptions>;
  /** The faults of the stored settings or the environment. If there are any, only commands that tolerate them run. */
  readonly settingsFault: AppError | undefined;
  readonly profile: Profile;
  /** The flags of the service, for a command that opens it more than once. */
  readonly serviceOptions: ServiceOptions;
  readonly notes: Notes;
  readonly stdin: StdinClaim;
  /** The line on the terminal during requests; undefined off a terminal. */
  readonly waitLine: WaitLine | undefined;
  readonly outcome: Outcome;
  /** Prices in a list of this run, by `<collection>/<item>`: a purchase at another price causes a warning. */
  readonly listedPrices: Map<string, string>;
  /** Contents of this run's map page in addition to its rows: the requested area, targets. */
  readonly map: Partial<MapPage>;
}

/** Decisions of a command about the end of its run. */
export interface Outcome {
  /** The failure to report after the result, for a run that did a part of its work. */
  failure?: AppError;
  /** Exit code of a complete run, for a flag that asks for a code other than 0. */
  exitCode: ExitCode;
  /** The format of this run's result when no flag or setting chooses one. */
  format?: Format;
  /** The bytes on stdout are the result: the return value of `run` is not printed. */
  isStdoutTaken: boolean;
  /** The run has said that it found nothing, before it looked further. */
  isEmptyNoted?: boolean;
  /** Actions once the result is out; skipped if the run ends before. */
  readonly afterShown: (() => Promise<void>)[];
  /** Actions at the end of the run, however it ends. */
  readonly atEnd: (() => void | Promise<void>)[];
}

const QUOTE_HINT = "Use double quotes";

/** Properties of one run, from settings and flags. */
export interface ContextOptions {
  /** The command writes the profile, so the profile need not exist yet. */
  mayCreateProfile?: boolean;
  /** The command shows or repairs settings, so invalid settings do not end the run. */
  toleratesBadSettings?: boolean;
}

export async function createContext(
  outside: World,
  options: Partial<GlobalOptions>,
  { mayCreateProfile = false, toleratesBadSettings = false }: ContextOptions = {},
): Promise<Context> {
  const { env } = outside;
  const directories = resolveDirectories(env, outside, options.config);
  const named = findNamedProfile(options);
  const profileName = chooseProfile(directories.config, env, named);
  if (profileName === SANDBOX_PROFILE && options.baseUrl !== undefined) throw makeSandboxAddressError();
  const { profile, settings, dialect, learner, fault } = await loadSettings(
    {
      options,
      env,
      readProfile: () => readRunProfile(directories.config, profileName, mayCreateProfile),
      placeOf: (found) => findServicePlace({ profileName, directories }, found),
    },
    toleratesBadSettings,
  );
  // Code that draws reads the variable.
  const drawn = settings.accessible.value ? { ...outside, env: { ...env, ACCESSIBLE: "1" } } : outside;
  const waitLine = openWaitLine(drawn, options);
  const world = waitLine?.world ?? drawn;
  const notes = createNotes(world, options, settings);
  for (const warning of listUnknownVariables(env)) notes.warn(warning);
  // For people only: a script may have the variable for its other commands.
  if (profileName === SANDBOX_PROFILE && settings.baseUrl.origin === "environment" && world.stderr.isTTY)
    notes.note(`${settings.baseUrl.source} is ignored: the sandbox has its own address`);
  const quoted = findSingleQuoted(world);
  if (quoted !== undefined)
    notes.note(`${quoted}: the single quotes are part of the value in cmd`, QUOTE_HINT);
  const outcome: Outcome = { exitCode: 0, isStdoutTaken: false, afterShown: [], atEnd: [] };
  const stdin = new StdinClaim(world);
  const surroundings: Surroundings = {
    settings,
    profileName,
    isStoredDefault: named === undefined && !isSet(env["SWATH_PROFILE"]) && profileName !== "default",
    directories,
    dialect,
    learner,
    env,
    ...pickProcessParts(world),
    events: createEvents(world, settings, notes, waitLine, (error) => (outcome.failure = error)),
    consent: createConsent(world, options, profileName),
  };
  const serviceOptions = toServiceOptions(options, stdin);
  return {
    ...surroundings,
    service: openService(surroundings, serviceOptions),
    serviceOptions,
    world,
    options,
    settingsFault: fault,
    profile,
    notes,
    stdin,
    waitLine,
    outcome,
    listedPrices: new Map(),
    map: {},
  };
}

const makeSandboxAddressError = (): AppError =>
  new AppError("usage", "USAGE", "--base-url: the sandbox has its own address and its own key", {
    next: "Leave out --base-url, or choose another profile with --profile",
  });

/** Returns the profile that a flag names. */
const findNamedProfile = ({ sandbox, profile }: Partial<GlobalOptions>): string | undefined =>
  sandbox === true ? SANDBOX_PROFILE : profile;

async function readRunProfile(folder: string, name: string, mayCreate: boolean): Promise<Profile> {
  const isNew = mayCreate && !(await hasProfile(folder, name));
  return isNew ? {} : readProfile(folder, name);
}

/** Without redrawing, no line is needed. */
const openWaitLine = (world: World, options: Partial<GlobalOptions>): WaitLine | undefined =>
  world.stderr.isTTY && world.promptStreams !== undefined
    ? new WaitLine(world, () => openStatusLine(world, options))
    : undefined;

const toServiceOptions = (options: Partial<GlobalOptions>, stdin: StdinClaim): ServiceOptions => ({
  isDryRun: options.dryRun === true,
  apiKeyFile: options.apiKeyFile,
  tokenFile: options.tokenFile,
  readStdin: (flag) => stdin.read(flag),
  showsHttp: options.debug === true,
});

/** The parts of the process that `app/` uses. */
const pickProcessParts = (world: World) => ({
  signal: world.interrupts.signal,
  folder: world.cwd,
  homeFolder: world.homeDir,
  secrets: world.secrets,
  clock: world.clock,
  machine: world,
  interruption: world.interrupts,
  send: world.send,
});

function createEvents(
  world: World,
  settings: Settings,
  notes: Notes,
  waitLine: WaitLine | undefined,
  failed: Events["failed"],
): Events {
  const openLine = async (): Promise<StatusLine | undefined> => waitLine?.openOther();
  return {
    note: (message, next) => notes.note(message, next),
    warn: (message, next) => notes.warn(message, next),
    hint: (hint) => notes.hint(hint),
    detail: (message) => notes.detail(message),
    failed,
    transfer: async (plan, title) => {
      const { openProgress } = await import("./output/transfer-progress.ts");
      return openProgress({ world, settings, notes, openLine }, plan, title);
    },
    inFlight: (request) => waitLine?.inFlight(request) ?? (() => {}),
    waiting: openLine,
  };
}

function createConsent(world: World, options: Partial<GlobalOptions>, profileName: string): Consent {
  // The person may not remember a profile that was chosen earlier.
  const isObvious = findNamedProfile(options) !== undefined || profileName === "default";
  const prefix = isObvious ? "" : `[profile ${profileName}] `;
  return {
    isGiven: options.yes === true,
    canAsk: canAsk(world, options),
    resend: options.resend === true,
    ask: (question) => askYesNo(world, `${prefix}${question}`, false),
  };
}

function createNotes(world: World, options: Partial<GlobalOptions>, settings: Settings): Notes {
  const colour = wantsColour(settings.color.value, world.env, world.stderr);
  const log = settings.logFile.value;
  return new Notes(world.stderr, {
    write: createCommandWriter(world),
    paint: createPaint(colour),
    quiet: options.quiet === true,
    verbose: options.verbose === true || options.debug === true,
    hints: world.stderr.isTTY && world.stdout.isTTY,
    ...(options.annotate === true && { annotate: (text) => formatAnnotation("warning", "swath", text) }),
    held: world.held,
    log: log === undefined ? undefined : logFile(resolve(world.cwd, log), world),
  });
}
