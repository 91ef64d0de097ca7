/** Finds the service of a run and its available credentials. */
import { TOKEN_MARGIN_MS, type Credential } from "../../contract/credentials.ts";
import { AppError } from "../../errors.ts";
import type { Origin } from "../../settings/settings.ts";
import { formatTimestamp, timeForPeople } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import { checkKey, formatRefusedTasking } from "./check-key.ts";
import { findRunning } from "../service/find-sandbox.ts";
import { SANDBOX_URL } from "../../settings/profiles.ts";
import { advice, swath } from "../../hint.ts";

/** The identity and the destination of a run. */
export interface AuthStatus {
  profile: string;
  baseUrl: string | null;
  baseUrlOrigin: Origin;
  /** The flag, variable, profile or sandbox that gave the base URL. */
  baseUrlSource: string;
  sandboxUser?: string;
  credential: ShownCredential | null;
  /** Sources of further credentials, which are not used. */
  unused: string[];
  /** "accepted", or the code of the failure; only with a check. */
  check?: string;
}

export interface ShownCredential {
  kind: "apiKey" | "token";
  source: string;
  /** Only the last characters; null when the sandbox's key is unknown. */
  masked: string | null;
  /** For a token with a known expiry. */
  expiresAt?: string;
  expired?: boolean;
}

/** Checks every source of a credential; reports a failure when none is usable. */
export async function findStatus(context: AppContext, { check }: { check?: true }): Promise<AuthStatus> {
  const found = context.service.isSandbox
    ? await findSandboxStatus(context)
    : await findServiceStatus(context);
  const { status, failure } = found;
  if (failure !== undefined) {
    context.events.failed(failure);
    return status;
  }
  return check === true ? { ...status, check: await testCredential(context) } : status;
}

interface Found {
  status: AuthStatus;
  failure?: AppError | undefined;
}

async function findSandboxStatus({
  directories,
  machine,
  clock,
  profileName,
  settings,
}: AppContext): Promise<Found> {
  const user = settings.sandboxUser.value;
  const running = await findRunning(directories, machine);
  const key = running?.keys[user];
  const status: AuthStatus = {
    profile: profileName,
    baseUrl: running?.url ?? SANDBOX_URL,
    baseUrlOrigin: "profile",
    baseUrlSource:
      running === undefined
        ? "the sandbox, inside each command's process"
        : `the sandbox of process ${running.pid}`,
    sandboxUser: user,
    credential: {
      ...(key === undefined
        ? { kind: "apiKey" as const, masked: null }
        : toShownCredential({ kind: "apiKey", key }, clock.now())),
      source: `sandbox user ${user}`,
    },
    unused: [],
  };
  return { status };
}

async function findServiceStatus(context: AppContext): Promise<Found> {
  const { settings, profileName } = context;
  const { value, origin, source } = settings.baseUrl;
  const { all, fault } = await readCredentials(context);
  const [first, ...unused] = all;
  const status: AuthStatus = {
    profile: profileName,
    baseUrl: value ?? null,
    baseUrlOrigin: origin,
    baseUrlSource: origin === "profile" ? `profile ${profileName}` : source,
    credential: first ?? null,
    unused: unused.map((credential) => credential.source),
  };
  if (first === undefined) return { status, failure: fault ?? toMissingCredential(profileName, value) };
  if (fault !== undefined) context.events.warn(fault.message);
  if (first.expired === true) return { status, failure: toExpiredCredential(first) };
  return { status, failure: value === undefined ? toMissingBaseUrl() : undefined };
}

/** Returns all usable credentials, the effective one first, and the error that stopped the search. */
async function readCredentials({
  service,
  clock,
}: AppContext): Promise<{ all: ShownCredential[]; fault: AppError | undefined }> {
  const all: ShownCredential[] = [];
  try {
    for await (const { credential, source } of service.credentials())
      all.push({ ...toShownCredential(credential, clock.now()), source });
    return { all, fault: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { all, fault: error };
  }
}

async function testCredential(context: AppContext): Promise<string> {
  try {
    const { refusal } = await checkKey(context.service.client);
    if (refusal !== undefined) context.events.warn(formatRefusedTasking(refusal));
    return "accepted";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.events.failed(error);
    return error.code;
  }
}

const toMissingCredential = (profileName: string, baseUrl: string | undefined): AppError =>
  new AppError(
    "usage",
    "AUTH_MISSING",
    baseUrl === undefined
      ? "there is no API key and no base URL"
      : `there is no API key for ${new URL(baseUrl).origin} in profile ${profileName}, and none in the environment`,
    { next: advice`Log in: ${swath`auth login`}` },
  );

const toExpiredCredential = ({ expiresAt = "", source }: ShownCredential): AppError =>
  new AppError("usage", "AUTH_EXPIRED", `the ${source} has expired (${timeForPeople(expiresAt)})`, {
    next: advice`Get a new token: ${swath`auth token --username <name>`}`,
  });

const toMissingBaseUrl = (): AppError =>
  new AppError("usage", "CONFIG_MISSING_BASE_URL", "there is a credential, but no base URL to use it at", {
    next: advice`Log in: ${swath`auth login --base-url https://...`}`,
  });

/**
 * Returns the parts of a credential that may be shown. A token counts as expired as soon as the client would refuse
 * it.
 */
export function toShownCredential(credential: Credential, nowMs: number): Omit<ShownCredential, "source"> {
  if (credential.kind !== "token") {
    return { kind: "apiKey", masked: credential.kind === "apiKey" ? maskSecret(credential.key) : null };
  }
  const { token, expiresAtMs } = credential;
  return {
    kind: "token",
    masked: maskSecret(token),
    ...(expiresAtMs !== undefined && {
      expiresAt: formatTimestamp(expiresAtMs),
      expired: nowMs >= expiresAtMs - TOKEN_MARGIN_MS,
    }),
  };
}

/** The end of a shorter secret would reveal too much of it. */
const SHOWN_FROM_LENGTH = 13;

/** Masks a secret except its last four characters, so that two keys can be distinguished. */
export const maskSecret = (secret: string): string =>
  secret.length >= SHOWN_FROM_LENGTH ? `***${secret.slice(-4)}` : "***";
