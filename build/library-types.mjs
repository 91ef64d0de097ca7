import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isolatedDeclarationSync } from "rolldown/experimental";

const LIBRARY = join(import.meta.dirname, "..", "src", "lib.ts");

/** A rolldown plugin that writes the declarations of the library: those of one file, which imports no other. */
export const libraryTypes = {
  name: "library-types",
  generateBundle() {
    const { code, errors } = isolatedDeclarationSync(LIBRARY, readFileSync(LIBRARY, "utf8"));
    if (errors.length > 0)
      throw new Error(
        `src/lib.ts has a public type that is not stated:\n${errors.map(({ message }) => message).join("\n")}`,
      );
    if (/\bfrom "/.test(code)) throw new Error("a public type of src/lib.ts is imported: state it there");
    this.emitFile({ type: "asset", fileName: "lib.d.ts", source: code });
  },
};
