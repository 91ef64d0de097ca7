/**
 * The example of CONTRIBUTING.md: an endpoint with its verb, as a patch that is never merged. When it no longer applies,
 * apply what still fits, finish the rest by hand, and write it again:
 *
 *     git apply --reject test/examples/order-cancel.patch
 *     npm run docs && npx tsc -p . && npx vitest run test/cli/order-cancel.test.ts
 *     git add --intent-to-add src test
 *     git diff --unified=1 -- src test test/requirements.md ':!test/examples' > /tmp/order-cancel.patch
 *     mv /tmp/order-cancel.patch test/examples/order-cancel.patch
 *     git apply --reverse test/examples/order-cancel.patch && git reset --quiet && npm run docs
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

export const ROOT = resolve(import.meta.dirname, "..", "..");
export const PATCH = join(import.meta.dirname, "order-cancel.patch");

/** The files that the patch creates or changes, all written by hand. */
export const PATCHED_FILES: readonly string[] = [
  ...readFileSync(PATCH, "utf8").matchAll(/^diff --git a\/\S+ b\/(\S+)$/gm),
].map(([, path]) => path!);

/** Applies the patch in a folder with the tree; `isTrial` only checks whether it would apply. */
export async function applyPatch(folder: string, { isTrial = false } = {}): Promise<void> {
  await promisify(execFile)("git", ["apply", ...(isTrial ? ["--check"] : []), PATCH], {
    cwd: folder,
    // Otherwise paths would start at the root of a repository around the folder.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) },
  }).catch((error: Error & { stderr?: string }) => {
    throw new Error(
      `the example of CONTRIBUTING.md no longer applies: ${error.stderr ?? error.message}\n` +
        "The head of test/examples/order-cancel.ts says how to write it anew.",
    );
  });
}
