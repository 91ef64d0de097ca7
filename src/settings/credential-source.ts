/** Finds the key or token of a run, and its origin: flag > environment > stored, a key before a token. */
import { resolve } from "node:path";
import type { Credential } from "../contract/credentials.ts";
import { AppError } from "../errors.ts";
import { isSet, type Environment } from "./environment.ts";
import { advice, flagName, swath } from "../hint.ts";

export interface FoundCredential {
  credential: Credential;
  /** The flag, variable or store that gave it; never the secret itself. */
  source: string;
}

export interface CredentialPlaces {
  /** Files named by flags; `-` is stdin. */
  options: { readonly apiKeyFile?: string | undefined; readonly tokenFile?: string | undefined };
  env: Environment;
  configDir: string;
  /** Undefined: no base URL is known, so no stored credential applies. */
  origin: string | undefined;
  profileName: string;
  /** The base folder of relative paths. */
  cwd: string;
  /** All of stdin, for `-`. */
  readStdin: (flag: string) => Promise<Buffer>;
}

/**
 * Yields every credential that this run could use, in order of precedence; reads each source only when it is
 * reached.
 */
export async function* findCredentials(places: CredentialPlaces): AsyncGenerator<FoundCredential, undefined> {
  for (const [option, as] of [
    ["apiKeyFile", toApiKey],
    ["tokenFile", toToken],
  ] as const) {
    const path = places.options[option];
    if (path === undefined) continue;
    const flag = flagName(option);
    yield { credential: as(await readSecretFile(path, flag, places)), source: `${flag} ${path}` };
  }
  for (const [source, as] of [
    ["SWATH_API_KEY", toApiKey],
    ["SWATH_TOKEN", toToken],
  ] as const) {
    const secret = places.env[source];
    if (isSet(secret)) yield { credential: as(secret), source };
  }
  yield* findStoredCredentials(places);
}

const toApiKey = (key: string): Credential => ({ kind: "apiKey", key });
const toToken = (secret: string): Credential => ({ kind: "token", token: secret });

async function* findStoredCredentials({
  configDir,
  origin,
  profileName,
}: CredentialPlaces): AsyncGenerator<FoundCredential, undefined> {
  if (origin === undefined) return;
  const { readSecret } = await import("./secret-store.ts");
  const stored = await readSecret(configDir, origin, profileName);
  if (stored === undefined) return;
  if (stored.keyring === true) {
    const { readKeyring } = await import("./keyring.ts");
    const key = await readKeyring(origin, profileName);
    if (key === undefined) throw makeLostKey(profileName);
    yield { credential: toApiKey(key), source: "system keyring" };
  }
  if (stored.apiKey !== undefined)
    yield { credential: toApiKey(stored.apiKey), source: `stored key of profile ${profileName}` };
  if (stored.token === undefined) return;
  const { accessToken, expiresAt } = stored.token;
  yield {
    credential: { kind: "token", token: accessToken, expiresAtMs: expiresAt },
    source: `stored token of profile ${profileName}`,
  };
}

/** Returns the error of a lost key. It was stored, so "no key is configured" would be misleading. */
const makeLostKey = (profileName: string): AppError =>
  new AppError(
    "local",
    "AUTH_MISSING",
    `the key of profile ${profileName} was stored in the system keyring, which no longer has it`,
    { next: advice`Log in: ${swath`auth login`}` },
  );

/** Larger than any token. */
const MAX_BYTES = 65_536;

async function readSecretFile(
  path: string,
  flag: string,
  { cwd, readStdin }: CredentialPlaces,
): Promise<string> {
  let text: string;
  try {
    const { readBounded } = await import("../disk/read-bounded.ts");
    const bytes = path === "-" ? await readStdin(flag) : await readBounded(resolve(cwd, path), MAX_BYTES);
    if (bytes === "too-long") {
      const message = `${flag} ${path} is longer than ${MAX_BYTES} bytes, so it is not a key`;
      throw new AppError("usage", "INPUT_NOT_READABLE", message);
    }
    const { readText } = await import("../geo/read-text.ts");
    text = readText(bytes, `${flag} ${path}`, "INPUT_NOT_READABLE").text;
  } catch (error) {
    if (error instanceof AppError) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? "unreadable";
    const reason = code === "ENOENT" ? "no such file" : code;
    throw new AppError("usage", "INPUT_NOT_READABLE", `${flag} ${path} cannot be read: ${reason}`, {
      cause: error,
    });
  }
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new AppError("usage", "INPUT_NOT_READABLE", `${flag} ${path} is empty`);
  return secret;
}
