import { TransportError, type HttpResponse, type Take } from "../../contract/send.ts";
import type { Clock } from "../../time/clock.ts";

/** A body that takes longer than this is not waited for in memory: it goes to the disk as it comes. */
const PATIENCE_MS = 250;

/**
 * Takes in a body of exactly `length` bytes and shows it whole, in a buffer that is good until `onWhole` returns.
 * Resolves with true then; otherwise with the same reply to be drained by somebody else, from its first byte: it came
 * slowly, or broke off (which that drain then tells). Rejects with what `onWhole` throws.
 */
export function gatherBody(
  reply: HttpResponse & Required<Pick<HttpResponse, "drain">>,
  length: number,
  clock: Clock,
  onWhole: (bytes: Uint8Array) => void,
): Promise<true | HttpResponse> {
  const startMs = clock.now();
  const pieces: Uint8Array[] = [];
  let gathered = 0;
  let next: Take | undefined;
  return new Promise((resolve, reject) => {
    let takeOver: (take: Take) => void = () => undefined;
    const heir = new Promise<Take>((done) => (takeOver = done));
    let isShown = false;
    const show = (bytes: Uint8Array): void => {
      isShown = true;
      onWhole(bytes);
    };
    const drained = reply.drain((bytes) => {
      if (next !== undefined) return next(bytes);
      gathered += bytes.length;
      if (gathered === length) {
        show(pieces.length === 0 ? bytes : Buffer.concat([...pieces, bytes]));
        return undefined;
      }
      pieces.push(Buffer.from(bytes));
      if (clock.now() - startMs < PATIENCE_MS) return undefined;
      resolve(rest);
      return heir.then(passOn);
    });
    const passOn = async (take: Take): Promise<void> => {
      for (const piece of pieces.splice(0)) await take(piece);
      next = take;
    };
    const rest: HttpResponse = {
      ...reply,
      drain: async (take) => {
        takeOver(take);
        try {
          await drained;
        } catch (error) {
          // Broken before anybody took over: what had come is handed on first.
          await passOn(take);
          throw error;
        }
      },
    };
    drained.then(
      () => {
        if (isShown || length > 0) return resolve(true);
        show(Buffer.alloc(0));
        return resolve(true);
      },
      (error: unknown) => {
        if (error instanceof TransportError) resolve(rest);
        else reject(error);
      },
    );
    // Whoever drains the rest hears of it; nobody else has to.
    drained.catch(() => undefined);
  });
}
