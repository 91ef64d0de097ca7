import type { Clock } from "../../time/clock.ts";
import { writeSidecar, writeSidecarNow, type Sidecar } from "./sidecar.ts";

/** A small file that arrives sooner needs no sidecar. */
const FIRST_MS = 1000;
const CHECKPOINT_MS = 200;
/** A killed run loses at most this many bytes, or this share of the bytes on disk. */
const CHECKPOINT_BYTES = 256 * 1024;
const CHECKPOINT_SHARE = 0.03;

/** The state that a sidecar records. */
interface State {
  /** Bytes on disk. */
  readonly written: { readonly total: number };
  sidecarNow(): Sidecar;
}

/** Saves the progress of a part file, on request and when a checkpoint is due. */
export class Checkpoints {
  #held = 0;
  #ms: number;
  hasSaved = false;
  #saving: Promise<void> | undefined;

  constructor(
    readonly path: string,
    readonly clock: Clock,
    readonly state: State,
  ) {
    this.#ms = clock.now();
  }

  /** The sidecar on disk is up to date. */
  noteSaved(): void {
    this.hasSaved = true;
    this.#held = this.state.written.total;
    this.#ms = this.clock.now();
  }

  /** True while a thread writes a sidecar. The next write waits, because a kill would lose more. */
  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** Bytes that a kill may lose. */
  get lossBytes(): number {
    return Math.max(CHECKPOINT_BYTES, Math.floor(this.state.written.total * CHECKPOINT_SHARE));
  }

  /** Bytes that may be written before the next checkpoint. */
  get room(): number {
    return this.lossBytes - (this.state.written.total - this.#held);
  }

  get isDue(): boolean {
    return this.room <= 0 || this.clock.now() - this.#ms >= (this.hasSaved ? CHECKPOINT_MS : FIRST_MS);
  }

  /** Saves run one at a time; each records the state at its start. */
  async save(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving.catch(() => undefined);
    this.noteSaved();
    const saving = writeSidecar(this.path, this.state.sidecarNow());
    this.#saving = saving;
    await saving.finally(() => (this.#saving = undefined));
  }

  /** Saves synchronously; leaves it to the next checkpoint while a `save` is running. */
  saveNow(): void {
    if (this.isSaving) return;
    this.noteSaved();
    writeSidecarNow(this.path, this.state.sidecarNow());
  }
}
