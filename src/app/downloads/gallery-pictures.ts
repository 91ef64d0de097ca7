/** The pictures of a gallery: for each item the first usable one, up to the page's limit. */
import { sizeText } from "../../counted.ts";
import { readErrno } from "../../disk/disk-error.ts";
import { readBounded } from "../../disk/read-bounded.ts";
import { findFile } from "../../disk/safe-parent.ts";
import { AppError } from "../../errors.ts";
import { decodePicture } from "../../render/decode-picture.ts";
import { makeDataUrl } from "../../render/html-page.ts";
import type { ManifestEntry } from "../../transfer/manifest.ts";

/** Total size of all pictures: a larger page opens slowly. */
const MAX_MB = 40;
const MAX_LENGTH = MAX_MB * 1_000_000;

/** Assets with a picture: the larger one first, because a click enlarges it. */
const PICTURE_ASSETS = ["preview", "overview", "quicklook", "thumbnail"];

export const isPicture = ({ name, asset }: ManifestEntry): boolean =>
  PICTURE_ASSETS.includes(asset) || /\.(?:png|jpe?g)$/i.test(name);

export class GalleryPictures {
  /** Remaining characters of base64. */
  private left = MAX_LENGTH;

  constructor(private readonly root: string) {}

  /** Returns the first usable picture, or the reason why there is none. */
  async choosePicture(entries: readonly ManifestEntry[]): Promise<{ picture?: string; fault?: string }> {
    const rank = ({ asset }: ManifestEntry): number =>
      (PICTURE_ASSETS.indexOf(asset) + PICTURE_ASSETS.length + 1) % (PICTURE_ASSETS.length + 1);
    const candidates = entries.filter(isPicture).toSorted((a, b) => rank(a) - rank(b));
    let fault: string | undefined;
    for (const { name, size } of candidates) {
      const length = Math.ceil(size / 3) * 4;
      if (length > this.left) {
        fault ??=
          length > MAX_LENGTH
            ? `Left out: the picture has ${sizeText(size)}, and all pictures of this page together take ${MAX_MB} MB at most`
            : `Left out: the pictures of this page are ${MAX_MB} MB already`;
        continue;
      }
      const bytes = await readBytes(this.root, name, size);
      const decoded = "fault" in bytes ? bytes : await decodePicture(bytes);
      if ("fault" in bytes || "fault" in decoded) {
        fault ??= `The picture cannot be shown: ${"fault" in decoded ? decoded.fault : ""}`;
        continue;
      }
      this.left -= length;
      return { picture: makeDataUrl({ kind: decoded.kind, bytes }) };
    }
    return { fault };
  }
}

/** Returns a file whose size was right a moment ago, or the reason why it is unreadable. */
export async function readBytes(
  root: string,
  name: string,
  size: number,
): Promise<Buffer | { fault: string }> {
  try {
    const bytes = await readBounded(await findFile(root, name), size);
    return bytes === "too-long" ? { fault: "it was changed just now" } : bytes;
  } catch (error) {
    const errno = readErrno(error);
    if (errno === undefined && !(error instanceof AppError)) throw error;
    return { fault: `it cannot be read (${errno ?? "its name leads out of the folder"})` };
  }
}
