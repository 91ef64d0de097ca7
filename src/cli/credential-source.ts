/** Which key or token a run uses: flag > environment > stored one, a key before a token, and where it came from. */
import { readFile } from "node:fs/promises";
import type { Credential } from "../client/credentials.ts";
import { AppError } from "../errors.ts";
import type { GlobalOptions } from "./global-flags.ts";
import { readKeyring } from "./keyring.ts";
import { readSecret } from "./secret-store.ts";
import type { Environment } from "./world.ts";

export interface FoundCredential {
  credential: Credential;
  /** The flag, variable or store that it came from; never the secret itself. */
  source: string;
}

export interface CredentialPlaces {
  options: Partial<GlobalOptions>;
  env: Environment;
  configDir: string;
  origin: string;
  profileName: string;
  /** All of stdin, for `-`. */
  readStdin: (flag: string) => Promise<Buffer>;
}

export async function findCredential(places: CredentialPlaces): Promise<FoundCredential | undefined> {
  const { options, env } = places;
  if (options.apiKeyFile !== undefined) {
    const key = await readSecretFile(options.apiKeyFile, "--api-key-file", places);
    return { credential: { kind: "apiKey", key }, source: `--api-key-file ${options.apiKeyFile}` };
  }
  if (options.tokenFile !== undefined) {
    const token = await readSecretFile(options.tokenFile, "--token-file", places);
    return { credential: { kind: "token", token }, source: `--token-file ${options.tokenFile}` };
  }
  const key = env["SWATH_API_KEY"];
  if (key !== undefined && key !== "")
    return { credential: { kind: "apiKey", key }, source: "SWATH_API_KEY" };
  const token = env["SWATH_TOKEN"];
  if (token !== undefined && token !== "")
    return { credential: { kind: "token", token }, source: "SWATH_TOKEN" };
  return storedCredential(places);
}

async function storedCredential({
  configDir,
  origin,
  profileName,
}: CredentialPlaces): Promise<FoundCredential | undefined> {
  const stored = await readSecret(configDir, origin, profileName);
  if (stored?.keyring === true) {
    const key = await readKeyring(origin, profileName);
    if (key !== undefined) return { credential: { kind: "apiKey", key }, source: "system keyring" };
  }
  if (stored?.apiKey !== undefined) {
    return {
      credential: { kind: "apiKey", key: stored.apiKey },
      source: `stored key of profile ${profileName}`,
    };
  }
  if (stored?.token === undefined) return undefined;
  const { accessToken, expiresAt } = stored.token;
  return {
    credential: { kind: "token", token: accessToken, expiresAtMs: expiresAt },
    source: `stored token of profile ${profileName}`,
  };
}

async function readSecretFile(path: string, flag: string, { readStdin }: CredentialPlaces): Promise<string> {
  let text: string;
  try {
    text = (path === "-" ? await readStdin(flag) : await readFile(path)).toString("utf8");
  } catch (error) {
    if (error instanceof AppError) throw error;
    const reason = (error as NodeJS.ErrnoException).code ?? "unreadable";
    throw new AppError("usage", "INPUT_NOT_READABLE", `${flag} ${path} cannot be read: ${reason}`, {
      cause: error,
    });
  }
  const secret = text.replace(/\r?\n$/, "");
  if (secret === "") throw new AppError("usage", "INPUT_NOT_READABLE", `${flag} ${path} is empty`);
  return secret;
}
