/** `--exec` and a run that is killed while its program runs: the same command again skips no file. */
import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listenHttp } from "../local-server.ts";
import { testFolder } from "../new-folder.ts";
import { swath } from "./swath.ts";

const NAMES = Array.from({ length: 12 }, (_, index) => `surtsey-${index}.tif`);

async function linksTo(path: string): Promise<string> {
  const { url } = await listenHttp((request, response) => {
    const body = `II*\0the bytes of ${request.url}`;
    response.writeHead(200, { "content-length": body.length, etag: '"v1"' }).end(body);
  });
  const links = NAMES.map((name) => ({ item: name, assetKey: "HH", href: `${url}/${name}` }));
  await writeFile(path, JSON.stringify(links));
  return url;
}

it("DOWNLOAD-10 P6 a rerun repeats the programs that did not succeed when an earlier run was killed", async () => {
  const home = await testFolder();
  const out = join(home, "out");
  const url = await linksTo(join(home, "links.json"));
  // Once, at its second file, when all have arrived, it kills its parent.
  await writeFile(
    join(home, "program.sh"),
    `if [ -s ran ] && [ ! -e killed ]; then
  while [ "$(ls out | grep -c 'tif$')" -lt ${NAMES.length} ]; do :; done
  touch killed
  kill -9 $PPID
  exit 1
fi
echo "$1" >> ran
`,
  );
  const args = ["order", "download", "o-1", "--links", "links.json", "--out-dir", "out", "--flat"];
  const run = () =>
    swath([...args, "--concurrency", "1", "--exec", "sh program.sh {}"], {
      home,
      env: { SWATH_BASE_URL: url, SWATH_API_KEY: "k" },
    });
  const ran = async () => (await readFile(join(home, "ran"), "utf8")).trim().split("\n");

  expect((await run()).signal).toBe("SIGKILL");
  expect(await ran()).toHaveLength(1);
  const again = await run();
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toContain("has not succeeded yet");
  expect(new Set(await ran())).toEqual(new Set(NAMES.map((name) => join(out, name))));
  const before = (await ran()).length;
  expect((await run()).code).toBe(0);
  expect(await ran()).toHaveLength(before);
  expect((await readdir(out)).filter((name) => name.endsWith(".tif"))).toHaveLength(NAMES.length);
});
