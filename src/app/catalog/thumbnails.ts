/** Adds thumbnails to found items for a page that embeds its pictures, up to the page's limits. */
import pLimit from "p-limit";
import type { StacItem } from "../../contract/read-items.ts";
import { AppError } from "../../errors.ts";
import { dataUrl } from "../../render/picture-url.ts";
import { missingPictureTexts } from "../../render/search-notes.ts";
import type { FoundItem } from "./found-items.ts";
import { fetchPicture, pictureAsset, type PictureContext } from "./item-pictures.ts";
import { PictureLimits } from "./picture-limits.ts";

const MOST_PICTURES = 200;
/** Total length of all pictures in the page. */
const MOST_LENGTH = 20_000_000;
/** Total memory of all pictures in a browser: four bytes per pixel. */
const MOST_DECODED = 256_000_000;
/** A longer picture does not fit into the page: base64 converts three bytes to four characters. */
const MOST_PICTURE_BYTES = 14_000_000;

/** Yields the same rows with their pictures; omissions are reported at the end. */
export async function* withThumbnails(
  context: PictureContext,
  pages: AsyncIterable<readonly FoundItem[]>,
): AsyncGenerator<readonly FoundItem[]> {
  const thumbnails = new Thumbnails(context);
  for await (const page of pages) {
    const pictures = await thumbnails.fetch(page.map(({ item }) => item));
    yield page.map((found, at) => {
      const picture = pictures[at];
      return picture === undefined ? found : { ...found, picture };
    });
  }
  thumbnails.report();
}

class Thumbnails {
  private fetched = 0;
  private length = 0;
  private decoded = 0;
  private left = 0;
  private unreachable = 0;
  private late = 0;
  private readonly turns = pLimit(1);
  private readonly limits: PictureLimits;
  private readonly failures: AppError[] = [];

  constructor(private readonly context: PictureContext) {
    this.limits = new PictureLimits(context.clock);
  }

  /** Returns `data:` URLs, undefined for items without a picture and beyond the limits. */
  async fetch(items: readonly StacItem[]): Promise<(string | undefined)[]> {
    const limit = pLimit(this.context.settings.concurrency.value);
    return this.limits.within(this.context.signal, (signal) =>
      Promise.all(items.map((item) => limit(() => this.one(item, signal)))),
    );
  }

  private async one(item: StacItem, signal: AbortSignal): Promise<string | undefined> {
    if (this.fetched >= MOST_PICTURES || this.length >= MOST_LENGTH) {
      this.left += 1;
      return undefined;
    }
    if (this.limits.isTimeUp || (signal.aborted && !this.context.signal.aborted)) {
      this.late += 1;
      return undefined;
    }
    const href = pictureAsset(item)?.href;
    if (href !== undefined && this.limits.isGivenUp(href)) {
      this.unreachable += 1;
      return undefined;
    }
    this.fetched += 1;
    try {
      const found = await fetchPicture({ ...this.context, signal }, item, {
        mostBytes: MOST_PICTURE_BYTES,
        turns: this.turns,
        limits: this.limits,
      });
      const url = dataUrl(found);
      const decoded = found.picture.width * found.picture.height * 4;
      if (this.length + url.length > MOST_LENGTH || this.decoded + decoded > MOST_DECODED) {
        this.left += 1;
        return undefined;
      }
      this.decoded += decoded;
      this.length += url.length;
      return url;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.failures.push(error);
      return undefined;
    }
  }

  /** Reports the items without a picture, with reasons. */
  report(): void {
    const { events } = this.context;
    const { warnings, notes } = missingPictureTexts({
      failures: this.failures.map(({ message }) => message),
      unreachable: this.unreachable,
      hosts: this.limits.hostsGivenUp,
      late: this.late,
      left: this.left,
      mostPictures: MOST_PICTURES,
    });
    for (const text of warnings) events.warn(text);
    for (const text of notes) events.note(text);
  }
}
