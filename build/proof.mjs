/**
 * Proofs that take minutes and depend on few files. A proof leaves the digest of those files in a record in git; CI runs it again
 * when the digest differs, or on request.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");

/**
 * Returns a proof with the digest of these files and folders, as they are now. `outside`: paths in them that do not count; the
 * record is one of them.
 */
export function openProof({ record, inputs, outside }) {
  const text = `${JSON.stringify({ sha256: computeDigest(inputs, outside) })}\n`;
  const path = join(ROOT, record);
  return {
    isProved: () => readFileSync(path, "utf8") === text,
    /** Called after a proof of the files as they were when this proof was opened. */
    write: () => writeFileSync(path, text),
  };
}

function computeDigest(inputs, outside) {
  const hash = createHash("sha256");
  for (const path of inputs.flatMap((input) => listFiles(input, outside)))
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update("\0");
  return hash.digest("hex");
}

function listFiles(path, outside) {
  if (outside.test(path)) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path))
    .toSorted()
    .flatMap((name) => listFiles(`${path}/${name}`, outside));
}
