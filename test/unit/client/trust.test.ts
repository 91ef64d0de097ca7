import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import tls from "node:tls";
import { expect, test } from "vitest";
import { loadTrust } from "../../../src/client/trust.ts";
import { testFolder } from "../../new-folder.ts";
import { CA_PEM } from "./tls-material.ts";

test.each([
  ["UTF-16", Buffer.from(`\ufeff${CA_PEM}`, "utf16le")],
  ["a comment in Latin-1", Buffer.from(`Wurzel f\u00fcr die Firma\n${CA_PEM}`, "latin1")],
])("P25 DESK-23 a CA file with %s is read", async (_, bytes) => {
  const file = join(await testFolder(), "ca.pem");
  await writeFile(file, bytes);
  expect((await loadTrust(file, undefined))(tls).context).toBeDefined();
});
