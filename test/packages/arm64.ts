/** Programs of Linux arm64, which this machine runs in QEMU. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { TestContext } from "vitest";
import { need } from "../need.ts";

/** Where Debian's packages for cross compilers have the C and C++ libraries of arm64. */
const LIBRARIES = "/usr/aarch64-linux-gnu";

/** Words that start a program of arm64 here; `runIn` takes the first as the program. */
export const QEMU = ["qemu-aarch64-static", "-L", LIBRARIES] as const;

export function needArm64(context: Pick<TestContext, "skip" | "task">): void {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const hasQemu = folders.some((folder) => existsSync(join(folder, QEMU[0])));
  const libraries = ["libc.so.6", "libstdc++.so.6", "libgcc_s.so.1", "libatomic.so.1"];
  const hasLibraries = libraries.every((name) => existsSync(join(LIBRARIES, "lib", name)));
  need(
    hasQemu && hasLibraries,
    "arm64 needs QEMU and its libraries (Debian: qemu-user-static libstdc++6-arm64-cross libatomic1-arm64-cross)",
    context,
  );
}
