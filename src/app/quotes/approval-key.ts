/**
 * The private key with which this machine approves quotes: one file beside the stored API keys, readable by its owner only, made
 * when it is first needed.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { publicKeyOf } from "../../domain/quotes/approval.ts";
import { AppError } from "../../errors.ts";
import { replaceFile } from "../../settings/replace-file.ts";
import { whileWritingSettings } from "../../settings/settings-lock.ts";
import type { AppContext } from "../context.ts";

type KeyContext = Pick<AppContext, "directories" | "clock" | "machine" | "signal">;

const keyPath = ({ directories }: Pick<AppContext, "directories">): string =>
  join(directories.config, "approval-key.pem");

/** Returns this machine's public key; undefined if it has none yet. Errors: STORE_PERMISSIONS, CONFIG_INVALID. */
export async function findPublicKey(context: Pick<AppContext, "directories">): Promise<string | undefined> {
  const key = await readKey(keyPath(context));
  return key && publicKeyOf(key);
}

/** Returns this machine's private key, and makes it if there is none. Errors: those of `findPublicKey`, DISK_WRITE_FAILED. */
export const requireKey = (context: KeyContext): Promise<KeyObject> =>
  whileWritingSettings(context, async () => {
    const path = keyPath(context);
    const known = await readKey(path);
    if (known !== undefined) return known;
    const { privateKey } = generateKeyPairSync("ed25519");
    try {
      await replaceFile(path, privateKey.export({ type: "pkcs8", format: "pem" }).toString());
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new AppError("io", "DISK_WRITE_FAILED", `cannot write the approval key ${path}: ${code}`, {
        cause: error,
      });
    }
    return privateKey;
  });

async function readKey(path: string): Promise<KeyObject | undefined> {
  let text: string;
  try {
    const { mode } = await stat(path);
    // Windows reports every file as readable by all.
    if (sep === "/" && (mode & 0o077) !== 0)
      throw new AppError(
        "local",
        "STORE_PERMISSIONS",
        `the approval key ${path} can be read by others (mode ${(mode & 0o777).toString(8)})`,
        { next: { do: "changeMode", path, mode: 0o600 } },
      );
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (error instanceof AppError) throw error;
    throw new AppError("usage", "CONFIG_INVALID", `cannot read the approval key ${path}: ${code}`, {
      cause: error,
    });
  }
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // The text is a key, so it must not appear in a message.
  }
  throw new AppError("usage", "CONFIG_INVALID", `the approval key ${path} is damaged`);
}
