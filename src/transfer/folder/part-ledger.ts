import type { Sidecar } from "./sidecar.ts";
import { Spans } from "../loop/spans.ts";

/** The written bytes of a part file, and those that are certainly on disk. */
export class PartLedger {
  private constructor(
    readonly written: Spans,
    public synced: Spans,
  ) {}

  static empty(): PartLedger {
    return new PartLedger(new Spans(), new Spans());
  }

  /** Reads a sidecar; after a reboot only the synced bytes count. */
  static of(sidecar: Sidecar, isSameBoot: boolean): PartLedger {
    const synced = new Spans([[0, sidecar.synced], ...(sidecar.syncedBeyond ?? [])]);
    const written = new Spans([[0, sidecar.done], ...(sidecar.beyond ?? [])]);
    return new PartLedger(isSameBoot ? written : synced.copy(), synced);
  }

  /** Number of written bytes that may not be on disk yet. */
  get unsynced(): number {
    return this.written.total - this.synced.total;
  }

  /** The spans before `end`. */
  until(end: number): PartLedger {
    return new PartLedger(this.written.until(end), this.synced.until(end));
  }

  /** The spans as sidecar fields. */
  get fields(): Pick<Sidecar, "done" | "beyond" | "synced" | "syncedBeyond"> {
    const { written, synced } = this;
    return {
      done: written.prefix,
      synced: synced.prefix,
      beyond: beyondOf(written),
      syncedBeyond: beyondOf(synced),
    };
  }
}

function beyondOf(spans: Spans): Sidecar["beyond"] {
  const beyond = spans.list.filter(([from]) => from > 0);
  return beyond.length === 0 ? undefined : beyond;
}
