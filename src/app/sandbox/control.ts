/**
 * Asks the sandbox's control plane (`/_sandbox/*`): that of the running sandbox over HTTP, else that of the same service in this
 * process. Both change the same store, so the effect is equal.
 */
import { exists } from "../../disk/existing.ts";
import { tryEachId, isDone, reportFailures } from "../batch.ts";
import { requireConsent } from "../../money/consent.ts";
import type { AppContext } from "../context.ts";
import { DryRun } from "../service/dry-run.ts";
import {
  embedSandbox,
  findRunning,
  getSandboxDir,
  getStorePath,
  type RunningSandbox,
} from "../service/find-sandbox.ts";
import type { Account } from "../../sandbox/accounts.ts";
import type { PlantedFault, FaultRule } from "../../sandbox/faults.ts";
import {
  listChoices,
  type ClockMode,
  DEFAULT_SETTINGS,
  type SettingName,
  type SandboxSettings,
} from "../../sandbox/settings.ts";
import { SANDBOX_URL } from "../../settings/profiles.ts";
import { openNetwork } from "../service/connect.ts";
import { readStatusCode } from "../../contract/read-record.ts";
import { makeServiceError } from "../../contract/service-error.ts";
import { CHECK_CONNECTION, TransportError, type Send } from "../../contract/send.ts";
import { AppError } from "../../errors.ts";
import { advice, swath } from "../../hint.ts";

export interface ClockReply {
  mode: ClockMode;
  /** Virtual seconds per real second, in mode speed. */
  speed: number;
  /** RFC 3339. */
  now: string;
}

/** A change of the sandbox's clock for the control plane. */
export interface ClockChange {
  mode?: ClockMode;
  speed?: number;
  /** RFC 3339. */
  now?: string;
  /** Virtual seconds to add. */
  advance?: number;
}

export interface StatusReply {
  seed: string;
  /** Number of collects. */
  archiveSize: number;
  clock: ClockReply;
  orders: number;
  faults: number;
  /** Name of the imitated deployment; empty for none. */
  deployment: string;
  /** Names with commas; empty for none. */
  variant: string;
}

export interface UsersReply {
  users: readonly Account[];
}

interface FaultsReply {
  faults: readonly PlantedFault[];
}

export interface Control {
  /** The running sandbox, if any. */
  readonly running: RunningSandbox | undefined;
  /** True when there is a store; otherwise the responses are those of a new store. */
  readonly hasStore: boolean;
  /** Sends one request below `/_sandbox`. Errors: those of the control, by their stable codes. */
  readonly ask: <Reply>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Reply>;
}

interface ControlConnection extends Pick<Control, "running" | "hasStore"> {
  baseUrl: string;
  send: Send;
  close: () => Promise<void>;
}

/** Runs `work` with the control plane. A run that `changes` something creates a missing store; reading does not. */
export async function withControl<T>(
  context: AppContext,
  { changes }: { changes: boolean },
  work: (control: Control) => Promise<T>,
): Promise<T> {
  const isDryRun = context.service.isDryRun;
  const { running, hasStore, baseUrl, send, close } = await openControl(context, changes && !isDryRun);
  try {
    return await work({
      running,
      hasStore,
      ask: async (method, path, body) => {
        if (isDryRun && method !== "GET") throw toDryRun(method, `${baseUrl}/_sandbox${path}`, body);
        return askControl(send, baseUrl, { method, path, body });
      },
    });
  } finally {
    await close();
  }
}

async function openControl(context: AppContext, mayMakeStore: boolean): Promise<ControlConnection> {
  const { directories, clock, machine, send: replaced } = context;
  if (replaced !== undefined) {
    return {
      running: undefined,
      hasStore: true,
      baseUrl: SANDBOX_URL,
      send: replaced,
      close: async () => {},
    };
  }
  const running = await findRunning(directories, machine);
  if (running !== undefined) {
    // Without the environment, because no proxy may be used for this machine.
    return {
      running,
      hasStore: true,
      baseUrl: running.url,
      ...(await openNetwork(context, {})),
    };
  }
  const hasStore = await exists(getStorePath(directories));
  const dir = hasStore || mayMakeStore ? getSandboxDir(directories) : ":memory:";
  const { send, sandbox } = await embedSandbox(dir, clock);
  return { running, hasStore, baseUrl: SANDBOX_URL, send, close: async () => sandbox.close() };
}

interface ControlRequest {
  method: string;
  /** Below `/_sandbox`. */
  path: string;
  body?: object;
}

/** Sends one request to the control plane through `send`. Errors: as `Control.ask`. */
export async function askControl<Reply>(
  send: Send,
  baseUrl: string,
  { method, path, body }: ControlRequest,
): Promise<Reply> {
  const url = `${baseUrl}/_sandbox${path}`;
  try {
    const reply = await send({
      method,
      url,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = Buffer.concat(await Array.fromAsync(reply.body)).toString("utf8");
    const request = { method, path: new URL(url).pathname };
    if (reply.status >= 300) throw makeServiceError({ ...reply, text, request, url });
    return JSON.parse(text) as Reply;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    const isLate = error.reason === "timeout";
    throw new AppError("network", isLate ? "TIMEOUT" : "NETWORK", error.message, {
      cause: error,
      next: isLate ? "Raise --timeout" : CHECK_CONNECTION,
    });
  }
}

const toDryRun = (method: string, url: string, body: object | undefined): DryRun =>
  new DryRun({
    method,
    url,
    path: new URL(url).pathname,
    query: {},
    headers: body === undefined ? {} : { "content-type": "application/json" },
    ...(body !== undefined && { body }),
  });

export interface SandboxStatus extends StatusReply {
  running: boolean;
  url?: string;
  pid?: number;
  /** Folder of the store, or `memory`. */
  store: string;
  hasStore: boolean;
}

export async function readSandboxStatus(context: AppContext): Promise<SandboxStatus> {
  return withControl(context, { changes: false }, async ({ running, hasStore, ask }) => {
    if (running === undefined) context.events.hint(swath`sandbox start`);
    return {
      running: running !== undefined,
      ...(running !== undefined && { url: running.url, pid: running.pid }),
      store: running?.ephemeral === true ? "memory" : getSandboxDir(context.directories),
      hasStore,
      ...(await ask<StatusReply>("GET", "/status")),
    };
  });
}

/** Returns the clock, after the change if there is one. With `asksBack`, moving time back requires consent. */
export async function changeSandboxClock(
  context: AppContext,
  change: ClockChange | undefined,
  { asksBack }: { asksBack: boolean },
): Promise<ClockReply> {
  return withControl(context, { changes: change !== undefined }, async ({ ask }) => {
    if (change === undefined) return ask<ClockReply>("GET", "/clock");
    const { now: wanted } = change;
    if (asksBack && wanted !== undefined && !context.service.isDryRun) {
      const { now } = await ask<ClockReply>("GET", "/clock");
      // The clock advances a little between the two readings.
      if (Date.parse(now) - Date.parse(wanted) > 1000)
        await requireConsent(
          context,
          `Mode real moves the sandbox's time back from ${now} to ${wanted}: what happened in between is then in the future. Move it back?`,
        );
    }
    return ask<ClockReply>("POST", "/clock", change);
  });
}

/** A cancelled request with its current status. */
export interface Canceled {
  id: string;
  status: string;
}

/** Cancels through the sandbox's control plane. A failure for one id does not stop the others. */
export async function cancelInSandbox(
  context: AppContext,
  noun: "task" | "repeat",
  ids: readonly string[],
): Promise<Canceled[]> {
  const [folder, title] = noun === "task" ? ["tasks", "tasks"] : ["repeat-requests", "repeat requests"];
  return withControl(context, { changes: false }, async ({ ask }) => {
    const outcomes = await tryEachId(context, ids, async (id): Promise<Canceled> => {
      try {
        const record = await ask<unknown>("POST", `/${folder}/${encodeURIComponent(id)}/cancel`);
        return { id, status: readStatusCode(record) ?? "canceled" };
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "NOT_FOUND") throw error;
        const list = noun === "task" ? swath`search tasks --sandbox` : swath`search repeats --sandbox`;
        throw error.restated(error.message, { next: advice`Look for it: ${list}` });
      }
    });
    reportFailures(context, outcomes, title);
    return outcomes.filter(isDone).map(({ value }) => value);
  });
}

/** A fault for the control plane: it applies to `count` requests, or to all until it is cleared. */
export type FaultRequest = FaultRule & { count?: number };

/** Clears or adds faults, or only lists them; returns the current faults. */
export async function changeFaults(
  context: AppContext,
  clear: boolean,
  add: FaultRequest | undefined,
): Promise<readonly PlantedFault[]> {
  return withControl(context, { changes: clear || add !== undefined }, async ({ ask }) => {
    if (clear) {
      const { faults } = await ask<FaultsReply>("DELETE", "/faults");
      if (add === undefined) return faults;
    }
    const { faults } =
      add === undefined
        ? await ask<FaultsReply>("GET", "/faults")
        : await ask<FaultsReply>("POST", "/faults", add);
    return faults;
  });
}

/** A setting by name, and its new value. Null resets the setting to its default, undefined only reads it. */
export interface SettingRequest {
  name: SettingName;
  value?: unknown;
}

export interface SettingRow {
  name: string;
  /** The current value. */
  value: unknown;
  default: unknown;
  choices?: readonly (string | number)[];
  /** The unit of a numeric value. */
  unit?: string;
}

/** Returns all settings, or the named one, after the change. */
export async function changeSandboxSettings(
  context: AppContext,
  change: SettingRequest | undefined,
): Promise<SettingRow[]> {
  const isChange = change !== undefined && change.value !== undefined;
  const settings = await withControl(context, { changes: isChange }, ({ ask }) =>
    isChange
      ? ask<SandboxSettings>("POST", "/settings", { [change.name]: change.value })
      : ask<SandboxSettings>("GET", "/settings"),
  );
  const names = change === undefined ? (Object.keys(DEFAULT_SETTINGS) as SettingName[]) : [change.name];
  return names.map((name) => ({
    name,
    value: settings[name],
    default: DEFAULT_SETTINGS[name],
    ...(listChoices(name) !== undefined && { choices: listChoices(name) }),
    ...(findUnit(name) !== undefined && { unit: findUnit(name) }),
  }));
}

/** Numbers are seconds, as `sandbox set` reads them, except for a status. */
function findUnit(name: SettingName): string | undefined {
  if (name === "createdStatus") return "HTTP status";
  if (name === "collectionTypesPageSize") return "rows";
  if (name === "priceTable") return "dollars, factors";
  return typeof DEFAULT_SETTINGS[name] === "number" ? "seconds" : undefined;
}
