import type { Clock } from "../../time/clock.ts";
import { writeSidecar, writeSidecarNow, type Sidecar } from "./sidecar.ts";

/** A file that is here sooner than this, and small, needs no sidecar. */
const FIRST_MS = 1000;
const CHECKPOINT_MS = 200;
/** A run that is killed loses what it has not written down: at most this much, or this share of what is there. */
const CHECKPOINT_BYTES = 256 * 1024;
const CHECKPOINT_SHARE = 0.03;

/** What a sidecar is to say. */
interface State {
  /** Bytes that are there. */
  readonly written: { readonly total: number };
  sidecarNow(): Sidecar;
}

/** Writes down how far a part is, when it is time and when it is asked to. */
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

  /** The sidecar says what is there. */
  noteSaved(): void {
    this.hasSaved = true;
    this.#held = this.state.written.total;
    this.#ms = this.clock.now();
  }

  /** True while a sidecar is being written by way of a thread: the next write waits for it, or a kill would cost more. */
  get isSaving(): boolean {
    return this.#saving !== undefined;
  }

  /** Bytes that a kill may cost. */
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

  /** One at a time, each with what is there when its turn comes. */
  async save(): Promise<void> {
    while (this.#saving !== undefined) await this.#saving.catch(() => undefined);
    this.noteSaved();
    const saving = writeSidecar(this.path, this.state.sidecarNow());
    this.#saving = saving;
    await saving.finally(() => (this.#saving = undefined));
  }

  /** As `save`, over when it returns; left to the next checkpoint while a `save` is under way. */
  saveNow(): void {
    if (this.isSaving) return;
    this.noteSaved();
    writeSidecarNow(this.path, this.state.sidecarNow());
  }
}
