/** Facts and steps that the packages have in common. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBuilder, nodeFolder } from "./platforms.mjs";

export const ROOT = join(import.meta.dirname, "..");
export const OUT = join(import.meta.dirname, "out");

export const MANIFEST = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** Time of every file in a package, in seconds since 1970: the same sources give the same bytes. */
export const EPOCH = Number(process.env.SOURCE_DATE_EPOCH ?? Date.UTC(2026, 0, 1) / 1000);

/** Returns a template of this folder with its `{{names}}` filled; a missing name is an error. */
export function fill(template, values) {
  return readFileSync(join(import.meta.dirname, template), "utf8").replaceAll(
    /\{\{(\w+)\}\}/g,
    (_all, key) => {
      if (values[key] === undefined) throw new Error(`${template}: ${key} has no value`);
      return String(values[key]);
    },
  );
}

/** Returns the licences of everything in the executable for a platform: the program, its packages, and Node. */
export function licences(platform) {
  const texts = [
    readFileSync(join(ROOT, "LICENSE"), "utf8"),
    `The program contains these packages and data:\n\n${readFileSync(join(ROOT, "dist", "NOTICE"), "utf8")}`,
    `The executable contains Node:\n\n${readFileSync(join(nodeFolder(findBuilder(platform)), "LICENSE"), "utf8")}`,
  ];
  return texts.join(`\n${"=".repeat(80)}\n\n`);
}

/** Returns the path of a file in packaging/out/, which exists afterwards. */
export function outputPath(name) {
  mkdirSync(OUT, { recursive: true });
  return join(OUT, name);
}

/** Writes the checksums of the files in packaging/out/. */
export function writeChecksums() {
  const files = readdirSync(OUT).filter((file) => file !== "SHA256SUMS");
  const lines = files.toSorted().map((file) => `${sha256(readFileSync(join(OUT, file)))}  ${file}\n`);
  writeFileSync(join(OUT, "SHA256SUMS"), lines.join(""));
}

export const sha256 = (bytes, encoding = "hex") => createHash("sha256").update(bytes).digest(encoding);

export const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
