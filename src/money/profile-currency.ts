/** Returns the meaning of `$` in the journal's records: each profile sets it for the prices of its own service. */
import { mergeDialect } from "../contract/dialect.ts";
import { DOLLAR } from "../domain/price/money.ts";
import { AppError } from "../errors.ts";
import { readProfile } from "../settings/profiles.ts";
import type { MoneyContext } from "./context.ts";

/** Returns the currency by profile name. A missing or unreadable profile has the usual one. */
export async function dollars(
  { dialect, directories, profileName }: Pick<MoneyContext, "dialect" | "directories" | "profileName">,
  profiles: Iterable<string>,
): Promise<(profile: string) => string> {
  const known = new Map([[profileName, dialect["currency.$"]]]);
  for (const name of profiles)
    if (!known.has(name)) known.set(name, await dollarOf(directories.config, name));
  return (profile) => known.get(profile) ?? DOLLAR;
}

async function dollarOf(configDir: string, name: string): Promise<string> {
  try {
    const merged = mergeDialect((await readProfile(configDir, name))["dialect"]);
    return merged.ok ? merged.dialect["currency.$"] : DOLLAR;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return DOLLAR;
  }
}
