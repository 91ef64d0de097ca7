import type { Descriptor } from "./descriptor.ts";

/** Little enough that the last sync, which everybody waits for, is short; much enough that the disk is not asked all the time. */
const SYNC_BYTES = 32 * 1024 * 1024;
/** Where only synced bytes are believed later, more of them are wanted. */
const SYNC_BYTES_WITHOUT_BOOT_ID = 16 * 1024 * 1024;

/** Sends bytes on their way to the disk while more arrive. */
export class SyncBehind {
  #running: Promise<void> | undefined;
  #fault: { error: unknown } | undefined;
  readonly #stepBytes: number;

  constructor(
    readonly descriptor: Descriptor,
    hasBootId: boolean,
  ) {
    this.#stepBytes = hasBootId ? SYNC_BYTES : SYNC_BYTES_WITHOUT_BOOT_ID;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** True when so many bytes that wait are worth a sync, and none is on its way. */
  isDue(unsynced: number): boolean {
    return this.#running === undefined && unsynced >= this.#stepBytes;
  }

  /** `onSynced` is called when the disk has confirmed all that was written before. */
  start(onSynced: () => void): void {
    const settle = (): void => {
      this.#running = undefined;
      onSynced();
    };
    // The system tells a descriptor of a fault once: the sync before the name would not hear of it.
    this.#running = this.descriptor.sync().then(settle, (error: unknown) => {
      this.#fault = { error };
    });
  }

  /** True = no sync is under way, and none has failed. */
  get isSure(): boolean {
    return this.#running === undefined && this.#fault === undefined;
  }

  /** Throws what a sync has met. */
  async confirm(): Promise<void> {
    await this.#running;
    if (this.#fault !== undefined) throw this.#fault.error;
  }

  /** Resolves when the descriptor is not used any more. */
  async settled(): Promise<void> {
    await this.#running;
  }
}
