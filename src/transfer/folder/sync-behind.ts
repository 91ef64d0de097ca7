import type { Descriptor } from "./descriptor.ts";

/** Small enough for a short last sync, which every file waits for; large enough that syncs are rare. */
const SYNC_BYTES = 32 * 1024 * 1024;
/** Without a boot id only synced bytes can be resumed, so syncs are more frequent. */
const SYNC_BYTES_WITHOUT_BOOT_ID = 16 * 1024 * 1024;

/** Syncs a file while more bytes arrive. */
export class SyncBehind {
  /**
   * The error of a failed sync. The system reports a fault to a descriptor only once, so the sync before
   * publishing would succeed.
   */
  #running: Promise<void> | undefined;
  readonly #stepBytes: number;

  constructor(
    readonly descriptor: Descriptor,
    hasBootId: boolean,
  ) {
    this.#stepBytes = hasBootId ? SYNC_BYTES : SYNC_BYTES_WITHOUT_BOOT_ID;
  }

  /** True while a sync is running, and after one has failed. */
  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Reports whether the unsynced bytes are worth a sync, while no sync is running. */
  isDue(unsynced: number): boolean {
    return this.#running === undefined && unsynced >= this.#stepBytes;
  }

  /** Starts a sync. `onSynced` is called when the disk has confirmed all earlier writes. */
  start(onSynced: () => void): void {
    this.#running = this.#sync(onSynced);
    this.#running.catch(() => undefined);
  }

  async #sync(onSynced: () => void): Promise<void> {
    await this.descriptor.sync();
    this.#running = undefined;
    onSynced();
  }

  /** Throws the error of a failed sync. */
  async confirm(): Promise<void> {
    await this.#running;
  }
}
