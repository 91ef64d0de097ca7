/** Files and input as programs of Windows write them, and programs that `--exec` starts there. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newDesk, type Desk } from "./desk.ts";

/** A desk with a sandbox that runs. */
async function sandboxDesk(): Promise<Desk> {
  const desk = newDesk("22", { SWATH_PROFILE: "sandbox" });
  const { code, stderr } = await desk.run("sandbox start --port 0 --detach --quiet".split(" "));
  expect(code, stderr).toBe(0);
  onTestFinished(async () => void (await desk.run(["sandbox", "stop"])));
  return desk;
}

/** UTF-16 with a byte order mark and CRLF, as `>` of Windows PowerShell 5.1 writes. */
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text.replaceAll("\n", "\r\n")}`, "utf16le");

it("DESK-49 P25 files and input in UTF-16 are read, and programs with a path of Windows or the name of a .cmd are started", async () => {
  const desk = await sandboxDesk();
  const run = async (line: string, words: readonly string[] = [], input?: Buffer): Promise<string> => {
    const { code, stdout, stderr } = await desk.run([...line.split(" "), ...words], { input });
    expect(code, `${line}\n${stderr}`).toBe(0);
    return stdout;
  };
  const items = await run(
    "catalog search --point -9.14,38.71 --product-type GEO --limit 1 --output order-items",
  );
  writeFileSync(join(desk.folder, "items.json"), utf16(items));
  expect(await run("order review --items items.json")).toMatch(/^Total\t\$\d/mu);
  const order = utf16(await run("order place --items items.json --yes --output id"));
  writeFileSync(join(desk.folder, "note.cmd"), '@type nul>"%~1.noted"\r\n');
  const programs = {
    first: String.raw`.\note.cmd {}`,
    second: String.raw`C:\node22\node.exe -e fs.writeFileSync(process.argv[1]+'.noted','') {}`,
  };
  for (const [folder, program] of Object.entries(programs)) {
    await run(`order download - --out-dir ${folder} --exec`, [program], order);
    const names = readdirSync(join(desk.folder, folder), { recursive: true }).map(String);
    expect(names.filter((name) => name.endsWith(".noted"))).toHaveLength(4);
  }
});
