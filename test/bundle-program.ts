import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "rolldown";
import { newFolder } from "./new-folder.ts";

/** Bundles a program that a test starts as a process or a thread: Node runs no TypeScript. Returns its path. */
export async function bundleProgram(input: string): Promise<string> {
  const file = join(await newFolder(), "program.mjs");
  const libsql = createRequire(import.meta.url).resolve("libsql");
  await build({
    input,
    platform: "node",
    logLevel: "silent",
    // The bundle is outside the repository, where no bare name leads to the driver.
    plugins: [
      { name: "driver", resolveId: (id) => (id === "libsql" ? { id: libsql, external: true } : null) },
    ],
    output: { file, format: "esm", codeSplitting: false },
  });
  return file;
}
