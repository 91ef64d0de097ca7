import { credentials } from "../../settings/credential-source.ts";
import type { Context } from "../../cli/context.ts";
import { findRunning } from "../service/local-sandbox.ts";
import { SANDBOX_URL } from "../service/sandbox-address.ts";
import { AppError } from "../../errors.ts";
import { shownCredential } from "./shown-credential.ts";
import type { AuthStatus, ShownCredential } from "../../commands/auth/status-view.ts";

/** Looks through everything that could prove who we are; reports as failure when nothing usable is found. */
export async function findStatus(context: Context, { check }: { check?: true }): Promise<AuthStatus> {
  const found = context.service.isSandbox ? await sandboxStatus(context) : await serviceStatus(context);
  const { status, failure } = found;
  if (failure !== undefined) {
    context.failAfter(failure);
    return status;
  }
  return check === true ? { ...status, check: await prove(context) } : status;
}

interface Found {
  status: AuthStatus;
  failure?: AppError | undefined;
}

async function sandboxStatus({ directories, world, profileName, settings }: Context): Promise<Found> {
  const user = settings.sandboxUser.value;
  const running = await findRunning(directories, world);
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
        : shownCredential({ kind: "apiKey", key }, world.clock.now())),
      source: `sandbox user ${user}`,
    },
    unused: [],
  };
  return { status };
}

async function serviceStatus(context: Context): Promise<Found> {
  const { settings, profileName } = context;
  const { value, origin, source } = settings.baseUrl;
  const { all, fault } = await everyCredential(context);
  const [first, ...unused] = all;
  const status: AuthStatus = {
    profile: profileName,
    baseUrl: value ?? null,
    baseUrlOrigin: origin,
    baseUrlSource: origin === "profile" ? `profile ${profileName}` : source,
    credential: first ?? null,
    unused: unused.map((credential) => credential.source),
  };
  if (first === undefined) return { status, failure: fault ?? nothing(profileName, value) };
  if (fault !== undefined) context.notes.warn(fault.message);
  if (first.expired === true) return { status, failure: over(first) };
  return { status, failure: value === undefined ? noBaseUrl() : undefined };
}

/** All that could be used, the winner first, and what kept us from looking further. */
async function everyCredential({
  options,
  world,
  directories,
  settings,
  profileName,
  stdin,
}: Context): Promise<{ all: ShownCredential[]; fault: AppError | undefined }> {
  const baseUrl = settings.baseUrl.value;
  const all: ShownCredential[] = [];
  try {
    const found = credentials({
      options,
      env: world.env,
      cwd: world.cwd,
      configDir: directories.config,
      origin: baseUrl === undefined ? undefined : new URL(baseUrl).origin,
      profileName,
      readStdin: (flag) => stdin.read(flag),
    });
    for await (const { credential, source } of found)
      all.push({ ...shownCredential(credential, world.clock.now()), source });
    return { all, fault: undefined };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { all, fault: error };
  }
}

async function prove(context: Context): Promise<string> {
  try {
    await context.service.client.listCollectionTypes();
    return "accepted";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    context.failAfter(error);
    return error.code;
  }
}

const nothing = (profileName: string, baseUrl: string | undefined): AppError =>
  new AppError(
    "usage",
    "AUTH_MISSING",
    baseUrl === undefined
      ? "there is no API key and no base URL"
      : `there is no API key for ${new URL(baseUrl).origin} in profile ${profileName}, and none in the environment`,
    { hint: "Type: swath auth login (or try it without an account: --sandbox)" },
  );

const over = ({ expiresAt, source }: ShownCredential): AppError =>
  new AppError("usage", "AUTH_EXPIRED", `the ${source} has expired (${expiresAt})`, {
    hint: "Type: swath auth token, or better: swath auth login with an API key",
  });

const noBaseUrl = (): AppError =>
  new AppError("usage", "CONFIG_MISSING_BASE_URL", "there is a credential, but no base URL to use it at", {
    hint: "Type: swath config set baseUrl https://...",
  });
