import { describe, expect, it } from "vitest";
import { makeAssetLinks } from "../../../../src/sandbox/handlers/item-assets.ts";
import { computeChecksum } from "../../../../src/sandbox/imagery/product-file.ts";
import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import { sceneAt } from "./scenes.ts";

const files = listProductFiles(sceneAt("Lisbon", [-9.1362, 38.7069]), "GEO", "tiny", "G1");
const hrefOf = ({ fileName }: { fileName: string }): string => `http://127.0.0.1:4310/assets/${fileName}`;

describe("assetLinks", () => {
  it("DOWNLOAD-03 describes each file with its size, and with its checksum on request", () => {
    const assets = makeAssetLinks(files, hrefOf, true);
    expect(Object.keys(assets)).toEqual(["HH", "metadata", "thumbnail", "preview"]);
    expect(assets["HH"]).toMatchObject({
      href: "http://127.0.0.1:4310/assets/G1_HH.tif",
      type: "image/tiff; application=geotiff; profile=cloud-optimized",
      roles: ["data"],
      "proj:epsg": 32629,
      "file:size": files[0]!.length,
      "file:checksum": computeChecksum(files[0]!),
    });
    expect(assets["thumbnail"]).toMatchObject({ type: "image/png", roles: ["thumbnail"] });
  });

  it("makes no bytes unless checksums are requested", () => {
    const undrawn = files.map((file) => ({
      ...file,
      get sections(): never {
        throw new Error("drawn");
      },
    }));
    expect(makeAssetLinks(undrawn, hrefOf, false)["HH"]).not.toHaveProperty("file:checksum");
  });

  it("omits the checksum of a very large file", () => {
    const real = listProductFiles(sceneAt("Lisbon", [-9.1362, 38.7069]), "GEO", "real");
    const assets = makeAssetLinks(real, hrefOf, true);
    expect(assets["HH"]).not.toHaveProperty("file:checksum");
    expect(assets["metadata"]).toHaveProperty("file:checksum");
  });
});
