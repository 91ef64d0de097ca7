import { AppError } from "../../errors.ts";
import type { StreamInspection } from "../options.ts";
import type { Sink } from "./sink.ts";

export interface InspectedSink {
  sink: Sink;
  /** What the bytes were found to be. Throws DOWNLOAD_INCOMPLETE for what they should not be. */
  verdict(): Promise<readonly string[]>;
}

/** The same sink, with an inspection of the bytes; it starts again when the bytes do. */
export function inspectedSink(sink: Sink, open: () => StreamInspection | undefined): InspectedSink {
  let look = open();
  return {
    sink: {
      expect: (size) => sink.expect?.(size),
      write: async (chunk) => {
        await look?.update(chunk);
        await sink.write(chunk);
      },
      get restart() {
        const { restart } = sink;
        if (restart === undefined) return undefined;
        return async (): Promise<void> => {
          look = open();
          await restart.call(sink);
        };
      },
    },
    verdict: async () => {
      const found = await look?.end();
      if (found === undefined) return [];
      if ("fault" in found) throw new AppError("service", "DOWNLOAD_INCOMPLETE", found.fault);
      return [found.how];
    },
  };
}
