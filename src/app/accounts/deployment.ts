/** Stores the forms of a deployment in a profile, and writes them to a file for others. */
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { readDialect } from "../../contract/dialect.ts";
import type { JsonObject } from "../../contract/json-object.ts";
import { readErrno } from "../../disk/disk-error.ts";
import { AppError } from "../../errors.ts";
import type { Deployment } from "../../contract/deployments.ts";
import { createDeployment, writeDeployment, type ReadDeployment } from "../../settings/deployment-file.ts";
import { toConfigPath, findStoredProfile, writeProfile } from "../../settings/profiles.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import type { AppContext } from "../context.ts";

export interface ImportReport {
  profile: string;
  /** The name in the file. */
  name: string;
  /** The stored values. */
  dialect: JsonObject;
  /** The profile's file. */
  file: string;
}

/** Adds the values of a deployment to a profile. A value of the deployment overwrites the profile's. */
export async function importDeployment(
  context: AppContext,
  deployment: ReadDeployment,
): Promise<ImportReport> {
  const { directories, profileName, service, events } = context;
  const { name, dialect, sandbox } = deployment;
  if (service.isDryRun) events.note("Dry run: nothing was written");
  else await withSettingsLock(context, () => storeDeployment(directories.config, profileName, deployment));
  if (Object.keys(sandbox).length > 0)
    events.note(
      "The file's settings for a sandbox were not stored: a sandbox reads them from the file when it starts",
    );
  return { profile: profileName, name, dialect, file: toConfigPath(directories.config) };
}

/** Writes the values of a deployment into a profile. Call it while no one else writes settings. */
export async function storeDeployment(
  configDir: string,
  profileName: string,
  { dialect }: Pick<ReadDeployment, "dialect">,
): Promise<void> {
  if (Object.keys(dialect).length === 0) return;
  const { set } = readDialect(findStoredProfile(configDir, profileName)?.["dialect"]);
  await writeProfile(configDir, profileName, "dialect", { ...set, ...dialect });
}

/** Returns the forms of the run's service: those that were set, and those that were learned. */
export const toDeployment = ({ profileName, learner }: AppContext): Deployment =>
  createDeployment(
    profileName,
    Object.fromEntries(
      learner
        .listDifferences()
        .flatMap(({ key, value, origin }) => (origin === "interface" ? [] : [[key, value] as const])),
    ),
  );

/** Writes a new file. Errors: FILE_EXISTS, DISK_WRITE_FAILED. */
export async function saveDeployment(
  { folder }: AppContext,
  given: string,
  deployment: Deployment,
): Promise<void> {
  try {
    await writeFile(resolve(folder, given), writeDeployment(deployment), { flag: "wx", flush: true });
  } catch (error) {
    if (readErrno(error) === "EEXIST")
      throw new AppError("local", "FILE_EXISTS", `${given}: this file exists, and nothing was written`, {
        next: "Give another file",
        cause: error,
      });
    throw new AppError("io", "DISK_WRITE_FAILED", `${given} cannot be written: ${readErrno(error)}`, {
      next: "Choose another folder",
      cause: error,
    });
  }
}
