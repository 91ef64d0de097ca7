/**
 * Stores an API key: reads it, checks it without showing it, optionally tests it with the service, and then stores
 * it.
 */
import { createClient, type Client } from "../../client/client.ts";
import { isLoopback } from "../../contract/base-url.ts";
import { makeCredentialHeaders } from "../../contract/credentials.ts";
import { toWireRequestSearch } from "../../domain/wire-dialect.ts";
import { AppError, type ErrorCode } from "../../errors.ts";
import { KEY_PREFIX } from "../../sandbox/settings.ts";
import type { ReadDeployment } from "../../settings/deployment-file.ts";
import { writeKeyring } from "../../settings/keyring.ts";
import { hasProfile, SANDBOX_URL, writeProfile } from "../../settings/profiles.ts";
import { readSecret, toSecretsPath, writeSecret } from "../../settings/secret-store.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import { SETTINGS } from "../../settings/settings-table.ts";
import type { AppContext } from "../context.ts";
import { DryRun } from "../service/dry-run.ts";
import { findRunning } from "../service/find-sandbox.ts";
import { keepLearned, lookUpPrefix } from "../service/learn-forms.ts";
import { maskSecret } from "./auth-status.ts";
import { checkKey, formatRefusedTasking, type KeyCheck } from "./check-key.ts";
import { storeDeployment } from "./deployment.ts";
import { withService } from "./with-service.ts";
import { advice, swath } from "../../hint.ts";

export interface LoginInput {
  /** Called when no base URL is set, and again after an invalid answer. */
  askBaseUrl: () => Promise<string>;
  readKey: (origin: string) => Promise<string>;
  /** A person types the key, so an unusable key is asked for again. */
  isKeyAsked: boolean;
  /** Stores the key in the system's keyring, not in a file. */
  keyring?: true;
  /** False: stores the key without testing it. */
  check?: boolean;
  /** The forms of the service, which apply to the test and are stored with the key. */
  deployment?: ReadDeployment | undefined;
}

export interface LoginReport {
  profile: string;
  baseUrl: string;
  /** The key's last characters. */
  key: string;
  /** The file, or "system keyring"; null after a dry run. */
  storedIn: string | null;
  /** True when the service has accepted the key. */
  checked: boolean;
  /** False when the service refuses tasking to this key; null without a test. */
  tasking: boolean | null;
  /** The name in the file of the deployment. */
  deployment: string | null;
}

export async function logIn(context: AppContext, input: LoginInput): Promise<LoginReport> {
  if (context.service.isSandbox) throw toSandboxLoginError();
  const { url, isNew } = await chooseBaseUrl(context, input.askBaseUrl);
  const { origin } = new URL(url);
  const { deployment } = input;
  if (deployment !== undefined) context.learner.set(deployment.dialect, "profile");
  const { key, check } = await askAgain(
    context,
    input.isKeyAsked,
    () => input.readKey(origin),
    async (typed) => {
      context.secrets.know([typed]);
      makeCredentialHeaders({ kind: "apiKey", key: typed }, context.dialect, context.clock.now());
      await refuseForeignKey(context, typed, origin);
      return { key: typed, check: await testKey(context, { url, isNew }, typed, input) };
    },
  );
  const isChecked = check !== undefined;
  const report = {
    profile: context.profileName,
    baseUrl: url,
    key: maskSecret(key),
    checked: isChecked,
    tasking: check === undefined ? null : check.refusal === undefined,
    deployment: deployment?.name ?? null,
  };
  if (context.service.isDryRun) return { ...report, storedIn: null };
  const storedIn = await withSettingsLock(context, async () => {
    if (isNew) await writeProfile(context.directories.config, context.profileName, "baseUrl", url);
    if (deployment !== undefined)
      await storeDeployment(context.directories.config, context.profileName, deployment);
    return storeKey(context, origin, key, input.keyring === true);
  });
  if (check?.refusal !== undefined) context.events.warn(formatRefusedTasking(check.refusal));
  await keepLearned(context, url, { mayMake: true });
  reportOverrides(context, { isChecked, isNew });
  return { ...report, storedIn };
}

/** Maximum number of answers to one question. */
const MAX_ANSWERS = 5;

/** Reads an answer and uses it; after an unusable answer, asks again with the reason. */
async function askAgain<T>(
  { events }: AppContext,
  isAsked: boolean,
  read: () => Promise<string>,
  use: (answer: string) => Promise<T>,
): Promise<T> {
  for (let count = 1; ; count += 1) {
    const answer = await read();
    try {
      return await use(answer);
    } catch (error) {
      const isAnswer = error instanceof AppError && BAD_ANSWERS.has(error.code);
      if (!isAsked || !isAnswer || count === MAX_ANSWERS) throw error;
      events.warn(`${error.message}. Try again, or end with Ctrl-C`);
    }
  }
}

const BAD_ANSWERS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "CONFIG_INVALID",
  "KEY_INVALID",
  "NOT_AUTHENTICATED",
]);

/**
 * Tests a key with one free read. Further ones show the operator's prefix and the spelling of requests, unless they are known. A
 * refused key is not stored; a person decides about an untested key. Returns undefined for an untested one.
 */
async function testKey(
  context: AppContext,
  { url, isNew }: ChosenBaseUrl,
  key: string,
  { check, isKeyAsked, deployment }: LoginInput,
): Promise<KeyCheck | undefined> {
  // A dry run shows the request only if the check was requested.
  if (check === false || (check === undefined && context.service.isDryRun)) return undefined;
  try {
    return await withService(context, url, async (options) => {
      const client = createClient({ ...options, credential: { kind: "apiKey", key } });
      if (context.service.isDryRun) throw new DryRun(client.describe("listCollectionTypes", {}));
      const checked = await checkKey(client);
      if (context.learner.getOrigin("vendorPrefix") === "interface") await lookUpPrefix(context, client);
      const isSpellingKnown =
        deployment !== undefined || context.learner.getOrigin("ascDescKey") !== "interface";
      if (checked.refusal === undefined && !isSpellingKnown) await readRequests(context, client);
      return checked;
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The key that was given is refused, whatever other keys flags and variables have.
    if (error.code === "NOT_AUTHENTICATED")
      throw error.restated(error.message, {
        next: isNew
          ? advice`The key was not stored. Log in with a valid one: ${swath`auth login --base-url ${url}`}`
          : "Correct the key: it was not stored",
      });
    if (isKeyAsked && context.consent.canAsk) {
      const question = `The key could not be checked: ${error.message}. Store it unchecked?`;
      if (await context.consent.ask(question)) return undefined;
    }
    throw error.restated(`${error.message}: nothing was stored`, {
      next: OTHER_ADDRESS.has(error.code)
        ? "Check the --base-url"
        : "To store the key without this check, add --no-check",
    });
  }
}

/** Codes of an address that is not the service's. A key that is stored for such an address is of no use. */
const OTHER_ADDRESS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "NOT_FOUND",
  "METHOD_NOT_ALLOWED",
  "REDIRECT_REFUSED",
  "RESPONSE_UNRECOGNISED",
]);

/**
 * Reads the newest requests, since records show how the service spells a request: the first one of this machine is then sent as it
 * is read. An account without requests shows nothing.
 */
async function readRequests(
  { dialect, events }: AppContext,
  client: Pick<Client, "searchTasks" | "searchRepeats">,
): Promise<void> {
  try {
    await client.searchTasks(toWireRequestSearch("task", {}, dialect));
    await client.searchRepeats(toWireRequestSearch("repeat", {}, dialect));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    events.detail(`the requests of this account could not be read: ${error.message}`);
  }
}

async function storeKey(
  { directories, profileName }: AppContext,
  origin: string,
  key: string,
  inKeyring: boolean,
): Promise<string> {
  const { config } = directories;
  const previous = await readSecret(config, origin, profileName);
  const token = previous?.token === undefined ? {} : { token: previous.token };
  if (inKeyring) {
    await writeKeyring(origin, profileName, key);
    await writeSecret(config, origin, profileName, { keyring: true, ...token });
    return "system keyring";
  }
  await writeSecret(config, origin, profileName, { apiKey: key, ...token });
  if (previous?.keyring === true) await writeKeyring(origin, profileName, undefined);
  return toSecretsPath(config);
}

function reportOverrides(
  { env, events }: AppContext,
  { isChecked, isNew }: { isChecked: boolean; isNew: boolean },
): void {
  if (!isChecked) events.note("Nothing was sent: the key is stored unchecked");
  if (!isNew && (env["SWATH_BASE_URL"] ?? "") !== "")
    events.note("The base URL comes from SWATH_BASE_URL and was not stored in the profile");
  for (const name of ["SWATH_API_KEY", "SWATH_TOKEN"]) {
    if ((env[name] ?? "") !== "") events.warn(`${name} overrides the stored key`);
  }
  events.hint(isChecked ? swath`auth status` : swath`auth status --check`);
}

const toSandboxLoginError = (): AppError =>
  new AppError(
    "usage",
    "USAGE",
    "the sandbox needs no login: its users have their own keys, and real keys must not be stored for it",
    { next: "Choose another profile with --profile" },
  );

interface ChosenBaseUrl {
  url: string;
  /** True when the base URL is to be stored in the profile: it was given here, or the profile does not exist yet. */
  isNew: boolean;
}

/** Returns the base URL of the settings, or the typed one. */
async function chooseBaseUrl(context: AppContext, askBaseUrl: () => Promise<string>): Promise<ChosenBaseUrl> {
  const { settings, consent, directories, profileName } = context;
  const { value, origin } = settings.baseUrl;
  if (value !== undefined) {
    const isStored = origin !== "flag" && (await hasProfile(directories.config, profileName));
    return { url: value, isNew: !isStored };
  }
  if (!consent.canAsk) {
    throw new AppError(
      "usage",
      "CONFIG_MISSING_BASE_URL",
      "a key is stored for one base URL, and none is set",
      { next: advice`Log in: ${swath`auth login --base-url https://...`}` },
    );
  }
  return askAgain(context, true, askBaseUrl, async (answer) => {
    const reading = SETTINGS.baseUrl.read(answer);
    if (reading.ok) return { url: reading.value, isNew: true };
    throw new AppError("usage", "CONFIG_INVALID", `the base URL ${reading.rule}`);
  });
}

/** Refuses sandbox keys for real services, and real keys for the sandbox. */
async function refuseForeignKey(
  { directories, machine }: AppContext,
  key: string,
  origin: string,
): Promise<void> {
  const isSandboxKey = key.startsWith(KEY_PREFIX);
  const isHere = isLoopback(new URL(origin).hostname);
  if (isSandboxKey && !isHere) {
    throw new AppError(
      "usage",
      "KEY_INVALID",
      `this is a key of the sandbox, and ${origin} is not this machine`,
      { next: advice`Store the key again: ${swath`auth login`}` },
    );
  }
  if (isSandboxKey || !isHere) return;
  const running = await findRunning(directories, machine);
  const sandboxes = [SANDBOX_URL, ...(running === undefined ? [] : [new URL(running.url).origin])];
  if (!sandboxes.includes(origin)) return;
  throw new AppError(
    "usage",
    "KEY_INVALID",
    `${origin} is the sandbox, and this is not one of its keys: a real key must not be stored for it`,
    { next: advice`Store the key again: ${swath`auth login`}` },
  );
}
