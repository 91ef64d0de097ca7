import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** What a profile of the shared files may say that is of use here. */
export interface AwsProfile {
  aws_access_key_id?: string;
  aws_secret_access_key?: string;
  aws_session_token?: string;
  region?: string;
  endpoint_url?: string;
}

/**
 * The profile that AWS_PROFILE names (or `default`) in ~/.aws/credentials and ~/.aws/config; the former wins.
 * Throws CONFIG_INVALID when a profile is named that neither has.
 */
export async function readAwsProfile(env: Environment, homeDir: string): Promise<AwsProfile> {
  const named = env["AWS_PROFILE"]?.trim() || undefined;
  const name = named ?? "default";
  const pathOf = (variable: string, file: string): string => env[variable] || join(homeDir, ".aws", file);
  const credentials = await sectionsOf(pathOf("AWS_SHARED_CREDENTIALS_FILE", "credentials"));
  const config = await sectionsOf(pathOf("AWS_CONFIG_FILE", "config"));
  const inConfig = config.get(`profile ${name}`) ?? (name === "default" ? config.get(name) : undefined);
  const inCredentials = credentials.get(name);
  if (named !== undefined && inConfig === undefined && inCredentials === undefined) {
    throw new AppError(
      "usage",
      "CONFIG_INVALID",
      `AWS_PROFILE: there is no profile ${JSON.stringify(named)}`,
      {
        hint: "See the profiles: aws configure list-profiles",
      },
    );
  }
  return { ...Object.fromEntries(inConfig ?? []), ...Object.fromEntries(inCredentials ?? []) };
}

/** Sections of an INI file, by name; nested values (indented lines) belong to nobody here. */
async function sectionsOf(path: string): Promise<Map<string, Map<string, string>>> {
  const sections = new Map<string, Map<string, string>>();
  const text = await readFile(path, "utf8").catch(() => "");
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
