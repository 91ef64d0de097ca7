import { dirname } from "node:path";
import { stat } from "node:fs/promises";
import { makeCredentialHeaders } from "../../contract/credentials.ts";
import type { AppContext } from "../context.ts";
import { listSecrets, toSecretsPath } from "../../settings/secret-store.ts";
import { AppError } from "../../errors.ts";
import { maskSecret } from "../accounts/auth-status.ts";
import { examine, fail, pass, skip, warn, type CheckFinding, type Finding } from "./check.ts";
import { advice, swath } from "../../hint.ts";

/** Checks the key store, and the credential that a run would use. */
export async function checkCredential(context: AppContext): Promise<CheckFinding[]> {
  return [
    await examine("key store", () => checkStore(context)),
    await examine("credential", () => checkWinner(context)),
  ];
}

async function checkStore({ directories }: AppContext): Promise<Finding> {
  const path = toSecretsPath(directories.config);
  const stored = await listSecrets(directories.config);
  const mode = await readMode(dirname(path));
  if (stored.length > 0 && mode !== undefined && (mode & 0o022) !== 0) {
    return warn(
      `others can write to the folder ${dirname(path)} (mode ${(mode & 0o777).toString(8)})`,
      `Type: chmod 700 ${dirname(path)}`,
    );
  }
  return pass(stored.length === 0 ? `empty (${path})` : `${path}, readable by you alone`);
}

const readMode = (folder: string): Promise<number | undefined> =>
  stat(folder).then(
    ({ mode }) => mode,
    () => undefined,
  );

async function checkWinner(context: AppContext): Promise<Finding> {
  const { service, settings, clock, dialect } = context;
  if (service.isSandbox) return pass(`sandbox user ${settings.sandboxUser.value}`);
  const { value } = settings.baseUrl;
  const { value: found } = await service.credentials().next();
  if (found === undefined) {
    if (value === undefined) return skip("keys are stored by base URL, and none is set");
    return fail(
      new AppError("usage", "AUTH_MISSING", `none for ${new URL(value).origin}`, {
        next: advice`Log in: ${swath`auth login`}`,
      }),
    );
  }
  const { credential, source } = found;
  // Refuses a credential that cannot be sent: a key with a blank in it, an expired token.
  makeCredentialHeaders(credential, dialect, clock.now());
  if (credential.kind === "token") return pass(`token ${maskSecret(credential.token)} from ${source}`);
  return pass(`API key ${credential.kind === "apiKey" ? maskSecret(credential.key) : ""} from ${source}`);
}
