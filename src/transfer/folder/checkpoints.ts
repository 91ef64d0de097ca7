import { rmSync } from "node:fs";
import type { Clock } from "../../time/clock.ts";
import type { PartPaths } from "./part-paths.ts";
import { writeSidecar, type Sidecar } from "./sidecar.ts";

/** A file that arrives sooner needs no sidecar. */
const FIRST_MS = 1000;
const CHECKPOINT_MS = 200;
const CHECKPOINT_BYTES = 64 * 1024 * 1024;

/** The state that a sidecar records. */
interface State {
  /** Bytes on disk. */
  readonly written: { readonly total: number };
  sidecarNow(): Sidecar;
}

/** Saves the progress of a part file. A killed run loses at most the bytes of the last second, or 64 MiB. */
export class Checkpoints {
  #bytes = 0;
  #ms: number;
  hasSaved = false;
  #saving: Promise<void> | undefined;

  constructor(
    readonly paths: PartPaths,
    readonly clock: Clock,
    readonly state: State,
  ) {
    this.#ms = clock.now();
  }

  /** Notes that the sidecar on disk is up to date. */
  noteSaved(): void {
    this.hasSaved = true;
    this.#bytes = this.state.written.total;
    this.#ms = this.clock.now();
  }

  /** Removes the sidecar, because its bytes are about to be dropped. */
  remove(): void {
    rmSync(this.paths.sidecar, { force: true });
    this.noteSaved();
    this.hasSaved = false;
  }

  get isDue(): boolean {
    const elapsedMs = this.clock.now() - this.#ms;
    return (
      elapsedMs >= (this.hasSaved ? CHECKPOINT_MS : FIRST_MS) ||
      this.state.written.total - this.#bytes >= CHECKPOINT_BYTES
    );
  }

  /** Saves run one at a time; each records the state at its start. */
  save(): Promise<void> {
    this.noteSaved();
    const start = (): Promise<void> => writeSidecar(this.paths, this.state.sidecarNow());
    return (this.#saving = this.#saving === undefined ? start() : this.#saving.then(start, start));
  }
}
