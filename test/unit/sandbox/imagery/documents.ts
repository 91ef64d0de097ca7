import { listProductFiles } from "../../../../src/sandbox/imagery/product-files.ts";
import type { Scene } from "../../../../src/sandbox/imagery/view-geometry.ts";
import { assetOf, bytesIn } from "./scenes.ts";

/** The XML inside a radar product. */
export function documentIn(scene: Scene, product: "SICD" | "SIDD" | "CPHD", size?: number): string {
  const file = assetOf(listProductFiles(scene, product, size), scene.polarization);
  // A large file has its document at one of its ends.
  const ends =
    file.length < 1e6 ? [bytesIn(file)] : [bytesIn(file, 0, 40_000), bytesIn(file, file.length - 40_000)];
  const text =
    ends.map((bytes) => bytes.toString("latin1")).find((each) => each.includes(`<${product} `)) ?? "";
  return text.slice(text.indexOf(`<${product} `), text.indexOf(`</${product}>`) + product.length + 3);
}
