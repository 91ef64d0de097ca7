/** A store that is not a database any more is reported as damaged, with the next step, and never as a bug. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openDatabase, onStore } from "../../../../src/sandbox/store/database.ts";
import { tempHome } from "../../../cli/world.ts";

it("P20 a store full of other bytes is reported with its file and the repair", async () => {
  const path = join(await tempHome(), "sandbox.db");
  await writeFile(path, "Popocatépetl ".repeat(1000));
  expect(() => openDatabase(path)).toThrow(
    expect.objectContaining({
      code: "DISK_WRITE_FAILED",
      message: expect.stringContaining(path) as string,
      next: expect.stringContaining("remove it") as string,
    }) as Error,
  );
});

it.each([
  ["SQLITE_FULL", 13],
  ["SQLITE_IOERR", 778],
  ["SQLITE_READONLY", 1032],
  ["SQLITE_CORRUPT", 11],
  ["SQLITE_CANTOPEN", 14],
  ["SQLITE_NOTADB", 26],
  ["SQLITE_BUSY", 261],
])("P20 %s is a fault of the file", (code, errcode) => {
  const fail = (): never => {
    throw Object.assign(new Error("x"), { code: "ERR_SQLITE_ERROR", errcode });
  };
  expect(() => onStore("/s.db", fail)).toThrow(new RegExp(`^the sandbox store /s.db: .* \\(${code}\\)$`));
});

it("any other error stays unchanged", () => {
  const bug = Object.assign(new Error("no such table"), { code: "ERR_SQLITE_ERROR", errcode: 1 });
  expect(() =>
    onStore("/s.db", () => {
      throw bug;
    }),
  ).toThrow(bug);
});
