/**
 * The private key with which this machine approves quotes: one file beside the stored API keys, readable by its owner only, made
 * when it is first needed.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { join } from "node:path";
import { derivePublicKey } from "../../domain/quotes/approval.ts";
import { AppError } from "../../errors.ts";
import { readPrivateFile, replacePrivateFile } from "../../settings/private-file.ts";
import { withSettingsLock } from "../../settings/settings-lock.ts";
import type { AppContext } from "../context.ts";

const getKeyPath = ({ directories }: AppContext): string => join(directories.config, "approval-key.pem");

/** Returns this machine's public key; undefined if it has none yet. Errors: STORE_PERMISSIONS, CONFIG_INVALID. */
export async function findPublicKey(context: AppContext): Promise<string | undefined> {
  const key = await readKey(getKeyPath(context));
  return key && derivePublicKey(key);
}

/** Returns this machine's private key, and makes it if there is none. Errors: those of `findPublicKey`, DISK_WRITE_FAILED. */
export const requireKey = (context: AppContext): Promise<KeyObject> =>
  withSettingsLock(context, async () => {
    const path = getKeyPath(context);
    const known = await readKey(path);
    if (known !== undefined) return known;
    const { privateKey } = generateKeyPairSync("ed25519");
    await replacePrivateFile(path, NAME, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    return privateKey;
  });

const NAME = "approval key";

async function readKey(path: string): Promise<KeyObject | undefined> {
  const text = await readPrivateFile(path, NAME);
  if (text === undefined) return undefined;
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The text is a key, so it must not appear in a message.
  }
  throw new AppError("usage", "CONFIG_INVALID", `the ${NAME} ${path} is damaged`);
}
