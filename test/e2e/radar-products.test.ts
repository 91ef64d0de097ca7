/** Radar products for people: ordered and downloaded by the built program, opened by independent readers. */
import { open, readdir, readFile, stat, truncate } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { gdal, needGdal } from "../gdal.ts";
import { testFolder } from "../new-folder.ts";
import { readCphd } from "../unit/sandbox/imagery/cphd-reader.ts";
import { shell, startSwath } from "./swath.ts";

const env = { SWATH_PROFILE: "sandbox", CI: "1" };

/** Orders the newest item of each type over a spotlight scene; returns the order's id. */
const ORDER = (types: string): string => `
  for type in ${types}; do
    swath catalog search --product-type $type --instrument-mode spotlight --limit 1 --output id
  done | sed 's|^|vendor-archive/|' > items.txt
  swath order place $(sed 's|^|--item |' items.txt) --yes --wait --output id
`;

interface NitfInfo {
  driverShortName: string;
  size: [number, number];
  bands: { type: string; checksum?: number }[];
  metadata: Record<string, Record<string, string>>;
}

describe("SICD, SIDD and CPHD", () => {
  it("SBX-07 DOWNLOAD-08 are ordered, downloaded, verified and opened", async (context) => {
    await needGdal(context);
    const home = await testFolder();
    const clock = "swath sandbox clock --mode auto --quiet > /dev/null";
    const { code, stdout, stderr } = await shell(
      `set -e; ${clock}; order=$(${ORDER("SICD SIDD CPHD")}); swath order download $order --out-dir out --role data --json`,
      { home, env },
    );
    expect(code, stderr).toBe(0);
    const report = JSON.parse(stdout) as { downloaded: number; failed: number };
    expect(report).toMatchObject({ downloaded: 3, failed: 0 });
    const manifest = await readFile(join(home, "out", "swath-manifest.ndjson"), "utf8");
    expect(manifest.match(/"verified":\[[^\]]*sha2?-?256/gu)).toHaveLength(3);
    const paths = (await readdir(join(home, "out"), { recursive: true })).map((name) =>
      join(home, "out", name),
    );
    const [sicd, sidd, cphd] = [/_SICD_.*\.ntf$/u, /_SIDD_.*\.ntf$/u, /_CPHD_.*\.cphd$/u].map((name) =>
      paths.find((path) => name.test(path)),
    );

    const complex = JSON.parse(await gdal("gdalinfo", "-json", "-checksum", sicd!)) as NitfInfo;
    expect(complex).toMatchObject({
      driverShortName: "NITF",
      bands: [{ type: "Int16" }, { type: "Int16" }],
    });
    const detected = JSON.parse(await gdal("gdalinfo", "-json", "-checksum", sidd!)) as NitfInfo;
    expect(detected).toMatchObject({ driverShortName: "NITF", bands: [{ type: "UInt16" }] });
    for (const { checksum } of [...complex.bands, ...detected.bands]) expect(checksum).toBeGreaterThan(0);

    const file = await open(cphd!);
    const bytes = await file.readFile();
    await file.close();
    const signal = readCphd(bytes.length, (start, end) => bytes.subarray(start, end));
    expect(signal.vectors * signal.samples).toBeGreaterThan(5_000);
  });

  it("SBX-07 DOWNLOAD-07 above 4 GB are served in parts that readers open", async (context) => {
    await needGdal(context);
    const home = await testFolder();
    const sandbox = startSwath(
      ["sandbox", "start", "--port", "0", "--product-size", "4.5GB", "--clock", "auto"],
      {
        home,
      },
    );
    onTestFinished(async () => {
      sandbox.child.kill("SIGTERM");
      await sandbox.ended;
    });
    await sandbox.until("stdout", /http:\/\/127[^]*Next/u);
    const { code, stdout, stderr } = await shell(
      `set -e; order=$(${ORDER("SLC SICD SIDD CPHD")}); swath order links $order --role data --json`,
      { home, env },
    );
    expect(code, stderr).toBe(0);
    const links = JSON.parse(stdout) as { href: string; size: number }[];
    expect(links).toHaveLength(4);
    for (const { href, size } of links) {
      const type = /_(SLC|SICD|SIDD|CPHD)_/u.exec(href)?.[1];
      expect([type !== undefined, size > 4.3e9, size <= 4.5e9], href).toEqual([true, true, true]);
      const part = async (range: string): Promise<Buffer> => {
        const reply = await fetch(href, { headers: { range: `bytes=${range}` } });
        expect(reply.status).toBe(206);
        expect(reply.headers.get("content-range")).toContain(`/${size}`);
        return Buffer.from(await reply.arrayBuffer());
      };
      const [first, middle, last] = await Promise.all([
        part("0-1999999"),
        part(`${2 ** 32 - 500}-${2 ** 32 + 499}`),
        part("-100000"),
      ]);
      expect([first.length, middle.length, last.length]).toEqual([2_000_000, 1000, 100_000]);
      // The bytes are the same however they are cut.
      expect((await part(`${2 ** 32}-${2 ** 32 + 9}`)).equals(middle.subarray(500, 510))).toBe(true);
      expect((await part(`${size - 10}-`)).equals(last.subarray(-10))).toBe(true);
      if (type === "CPHD") continue;

      // On a disk with a hole in place of the rest.
      const path = join(home, "part.img");
      const file = await open(path, "w");
      await file.write(first, 0, first.length, 0);
      await file.write(middle, 0, middle.length, 2 ** 32 - 500);
      await file.write(last, 0, last.length, size - last.length);
      await file.close();
      expect((await stat(path)).size).toBe(size);
      const info = JSON.parse(await gdal("gdalinfo", "-json", path)) as NitfInfo;
      expect(info.driverShortName).toBe(type === "SLC" ? "GTiff" : "NITF");
      expect(info.size[0] * info.size[1]).toBeGreaterThan(1e9);
      await truncate(path);
      // And from the service itself, which serves GDAL's requests.
      const remote = JSON.parse(await gdal("gdalinfo", "-json", `/vsicurl/${href}`)) as NitfInfo;
      expect(remote.size).toEqual(info.size);
    }
  });
});
