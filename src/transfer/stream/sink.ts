/** Where the bytes of one object go, in order, when they are not kept on this disk. */
export interface Sink {
  /** How many bytes there will be, called before the first of them when it is known. */
  expect?(size: number | undefined): void;
  /** The chunk is ours only until this resolves. Rejects with the run's reason as soon as it aborts. */
  write(chunk: Uint8Array): Promise<void>;
  /** Forgets everything written so far; absent (also: from some byte on) where what is out is out. */
  readonly restart?: (() => Promise<void>) | undefined;
}
