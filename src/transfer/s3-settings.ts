import { AppError } from "../errors.ts";
import { readTextOfOthers } from "../geo/read-text.ts";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings of an S3 endpoint. Contains secrets: never shown. */
export interface S3Settings {
  /** Origin and path of a custom endpoint; absent = AWS. */
  endpoint?: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
  /** Whether the endpoint accepts `x-amz-checksum-*`. */
  sendsChecksums: boolean;
}

const VISIBLE = /^[\x21-\x7e]+$/u;

/**
 * Reads AWS_* variables, or their profile in the shared files; never asks a metadata service. Throws AUTH_MISSING without keys, CONFIG_INVALID
 * for unusable values.
 */
export async function readS3Settings(env: Environment, homeDir: string): Promise<S3Settings> {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const profile = await readAwsProfile(env, homeDir);
  const hasKeys = given("AWS_ACCESS_KEY_ID") !== undefined && given("AWS_SECRET_ACCESS_KEY") !== undefined;
  const accessKeyId = hasKeys ? given("AWS_ACCESS_KEY_ID") : profile.aws_access_key_id;
  const secretAccessKey = hasKeys ? given("AWS_SECRET_ACCESS_KEY") : profile.aws_secret_access_key;
  const sessionToken = hasKeys ? given("AWS_SESSION_TOKEN") : profile.aws_session_token;
  if (accessKeyId === undefined || secretAccessKey === undefined) throw makeNoKeysError();
  for (const value of [accessKeyId, secretAccessKey, sessionToken ?? "-"]) {
    if (!VISIBLE.test(value)) throw makeConfigError("an AWS key has characters that a header cannot carry");
  }
  const endpoint = given("AWS_ENDPOINT_URL_S3") ?? given("AWS_ENDPOINT_URL") ?? profile.endpoint_url;
  const region = given("AWS_REGION") ?? given("AWS_DEFAULT_REGION") ?? profile.region ?? "us-east-1";
  if (!/^[\w-]+$/u.test(region))
    throw makeConfigError(`AWS_REGION ${JSON.stringify(region)} is not a region`);
  const asked = given("AWS_REQUEST_CHECKSUM_CALCULATION")?.toLowerCase();
  return {
    ...(endpoint !== undefined && { endpoint: parseEndpoint(endpoint) }),
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
    // S3-compatible stores may refuse unknown headers: there the user decides.
    sendsChecksums: asked === undefined ? endpoint === undefined : asked === "when_supported",
  };
}

function parseEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === "" && url.password === "" && url.search === "" && url.hash === "";
  if (url === undefined || !isPlain || !["http:", "https:"].includes(url.protocol))
    throw makeConfigError("the S3 endpoint in AWS_ENDPOINT_URL must be https://host or http://host:port");
  return url.href.replace(/\/+$/u, "");
}

const makeNoKeysError = (): AppError =>
  new AppError(
    "usage",
    "AUTH_MISSING",
    "there are no keys for the S3 destination in the environment or in an AWS profile",
    {
      next: "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    },
  );

const makeConfigError = (message: string): AppError => new AppError("usage", "CONFIG_INVALID", message);

/** Used properties of a profile in the shared files. */
export interface AwsProfile {
  aws_access_key_id?: string;
  aws_secret_access_key?: string;
  aws_session_token?: string;
  region?: string;
  endpoint_url?: string;
}

/**
 * Returns the profile of AWS_PROFILE (or `default`) from ~/.aws/credentials and ~/.aws/config; the first file
 * overrides the second. Throws CONFIG_INVALID when neither has the selected profile.
 */
export async function readAwsProfile(env: Environment, homeDir: string): Promise<AwsProfile> {
  const named = env["AWS_PROFILE"]?.trim() || undefined;
  const name = named ?? "default";
  // Without a home the path would be one of the current folder.
  const pathOf = (variable: string, file: string): string | undefined =>
    env[variable] || (homeDir === "" ? undefined : join(homeDir, ".aws", file));
  const credentials = await readIniSections(pathOf("AWS_SHARED_CREDENTIALS_FILE", "credentials"));
  const config = await readIniSections(pathOf("AWS_CONFIG_FILE", "config"));
  const inConfig = config.get(`profile ${name}`) ?? (name === "default" ? config.get(name) : undefined);
  const inCredentials = credentials.get(name);
  if (named !== undefined && inConfig === undefined && inCredentials === undefined) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `AWS_PROFILE: there is no profile ${JSON.stringify(named)}`,
      {
        next: "See the profiles: aws configure list-profiles",
      },
    );
  }
  return { ...Object.fromEntries(inConfig ?? []), ...Object.fromEntries(inCredentials ?? []) };
}

/** Returns the sections of an INI file by name; nested values (indented lines) are not used here. */
async function readIniSections(path: string | undefined): Promise<Map<string, Map<string, string>>> {
  const sections = new Map<string, Map<string, string>>();
  const bytes = path === undefined ? undefined : await readFile(path).catch(() => undefined);
  const text = bytes === undefined ? "" : readTextOfOthers(bytes);
  let section: Map<string, string> | undefined;
  for (const line of text.split(/\r?\n/u)) {
    const [, name] = /^\[\s*([^\]]+?)\s*\]/u.exec(line) ?? [];
    if (name !== undefined) {
      section = sections.get(name.replaceAll(/\s+/gu, " ")) ?? new Map();
      sections.set(name.replaceAll(/\s+/gu, " "), section);
    }
    const [, key, value] = /^([a-z_]+)\s*=\s*(\S+)\s*$/u.exec(line) ?? [];
    if (key !== undefined && value !== undefined) section?.set(key, value);
  }
  return sections;
}
