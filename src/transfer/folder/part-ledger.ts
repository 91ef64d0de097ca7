import type { Sidecar } from "./sidecar.ts";
import { Spans } from "../loop/spans.ts";

/** Which bytes of a part are written, and which of them are surely on the disk. */
export class PartLedger {
  private constructor(
    readonly written: Spans,
    public synced: Spans,
  ) {}

  static empty(): PartLedger {
    return new PartLedger(new Spans(), new Spans());
  }

  /** What a sidecar says, as far as it can be believed: after a reboot only what was synced. */
  static of(sidecar: Sidecar, isSameBoot: boolean): PartLedger {
    const synced = new Spans([[0, sidecar.synced], ...(sidecar.syncedBeyond ?? [])]);
    const written = new Spans([[0, sidecar.done], ...(sidecar.beyond ?? [])]);
    return new PartLedger(isSameBoot ? written : synced.copy(), synced);
  }

  /** Bytes that are written, but not surely on the disk. */
  get unsynced(): number {
    return this.written.total - this.synced.total;
  }

  /** What of it lies before `end`. */
  until(end: number): PartLedger {
    return new PartLedger(this.written.until(end), this.synced.until(end));
  }

  /** As a sidecar says it. */
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
