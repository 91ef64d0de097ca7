/** `catalog search --thumbnails`: pictures that a browser decodes to hundreds of megabytes. */
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";

const bench = await openBench({ archiveSize: 400 });

it("MAP-06 the decoded pictures of a page have at most 256 MB together", async () => {
  // Written without a search for the best filter, which would take most of the time.
  const flat = PNG.sync.write(new PNG({ width: 4000, height: 4000 }), { filterType: 0, deflateLevel: 1 });
  const { stdout, stderr } = await bench.swath("catalog search --limit 6 --output html --thumbnails", {
    send: async (request) => {
      if (!request.url.includes("_thumbnail.png")) return bench.send(request);
      return {
        status: 200,
        headers: { "content-type": "image/png", "content-length": String(flat.length) },
        body: (async function* () {
          yield flat;
        })(),
      };
    },
  });
  expect(stdout.match(/"data:image\/png;base64,/gu)).toHaveLength(4);
  expect(stderr).toContain("2 rows without picture");
});
