/** Modules that the build makes from other files, and that are not in git. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Other processes read the file meanwhile, or write it as well. A fresh one in a read-only folder stays. */
export function replaceFile(file, text) {
  if (readIfThere(file) === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}

/** Returns undefined for a missing file. */
export function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** A template literal keeps lines apart, so that a person can read the module. */
export const quoteTemplate = (text) =>
  `\`${text.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${")}\``;
