/** Adds thumbnails to found items for a page that embeds its pictures, up to the page's limits. */
import type { AppContext } from "../context.ts";
import pLimit from "p-limit";
import type { StacItem } from "../../contract/read-items.ts";
import { countText, othersText } from "../../counted.ts";
import { AppError } from "../../errors.ts";
import { makeDataUrl } from "../../render/html-page.ts";
import type { FoundItem } from "./found-items.ts";
import { fetchPicture, isInStore, findPictureAsset } from "./item-pictures.ts";
import { PictureLimits } from "./picture-limits.ts";

const MAX_PICTURES = 200;
/** Total length of all pictures in the page. */
const MAX_LENGTH = 20_000_000;
/** Total memory of all pictures in a browser: four bytes per pixel. */
const MAX_DECODED = 256_000_000;
/** A longer picture does not fit into the page: base64 converts three bytes to four characters. */
const MAX_PICTURE_BYTES = 14_000_000;

/** Yields the same rows with their pictures; omissions are reported at the end. */
export async function* withThumbnails(
  context: AppContext,
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
  private beyondLimits = 0;
  private unreachable = 0;
  private late = 0;
  /** Pictures in the operator's own storage. */
  private stored = 0;
  private readonly turns = pLimit(1);
  private readonly limits: PictureLimits;
  private readonly failures: AppError[] = [];

  constructor(private readonly context: AppContext) {
    this.limits = new PictureLimits(context.clock);
  }

  /** Returns `data:` URLs, undefined for items without a picture and beyond the limits. */
  async fetch(items: readonly StacItem[]): Promise<(string | undefined)[]> {
    const limit = pLimit(this.context.settings.concurrency.value);
    return this.limits.runWithin(this.context.signal, (signal) =>
      Promise.all(items.map((item) => limit(() => this.fetchOne(item, signal)))),
    );
  }

  private async fetchOne(item: StacItem, signal: AbortSignal): Promise<string | undefined> {
    if (this.fetched >= MAX_PICTURES || this.length >= MAX_LENGTH) {
      this.beyondLimits += 1;
      return undefined;
    }
    if (this.limits.isTimeUp || (signal.aborted && !this.context.signal.aborted)) {
      this.late += 1;
      return undefined;
    }
    const href = findPictureAsset(item)?.href;
    if (href !== undefined && isInStore(href)) {
      this.stored += 1;
      return undefined;
    }
    if (href !== undefined && this.limits.isGivenUp(href)) {
      this.unreachable += 1;
      return undefined;
    }
    this.fetched += 1;
    try {
      const found = await fetchPicture({ ...this.context, signal }, item, {
        mostBytes: MAX_PICTURE_BYTES,
        turns: this.turns,
        limits: this.limits,
      });
      const url = makeDataUrl(found);
      const decoded = found.picture.width * found.picture.height * 4;
      if (this.length + url.length > MAX_LENGTH || this.decoded + decoded > MAX_DECODED) {
        this.beyondLimits += 1;
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
    const [first] = this.failures;
    const notRequested = (count: number): string =>
      `${countText(count, "more picture")} ${count === 1 ? "was" : "were"} not requested`;
    if (first !== undefined)
      events.warn(`a picture is missing in the page: ${first.message}${othersText(this.failures.length)}`);
    if (this.unreachable > 0)
      events.warn(
        `${notRequested(this.unreachable)}: ${this.limits.hostsGivenUp.join(", ")} could not be reached`,
      );
    if (this.late > 0)
      events.warn(`${notRequested(this.late)}: the limit of 60 s for all pictures of a page was reached`);
    if (this.stored > 0)
      events.note(
        `${countText(this.stored, "row")} without picture: the service keeps pictures in its own storage (s3) until the items are ordered`,
      );
    if (this.beyondLimits > 0)
      events.note(
        `${countText(this.beyondLimits, "row")} without picture: a page has at most ${MAX_PICTURES} pictures, 20 MB of them and 256 MB when decoded`,
      );
  }
}
