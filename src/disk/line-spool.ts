import { mkdtemp, open, type FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onDisk } from "./disk-error.ts";
import { removeFolder } from "./held-file.ts";

/** Lines in a temporary file, which only this user can read: for a result that has to be read twice. */
export class LineSpool {
  private constructor(
    private readonly dir: string,
    private readonly file: FileHandle,
  ) {}

  static async create(): Promise<LineSpool> {
    const dir = await onDisk(tmpdir(), () => mkdtemp(join(tmpdir(), "swath-rows-")));
    return new LineSpool(dir, await open(join(dir, "rows"), "ax+", 0o600));
  }

  async add(lines: readonly string[]): Promise<void> {
    await onDisk(this.dir, () => this.file.appendFile(lines.map((line) => `${line}\n`).join("")));
  }

  /** Yields the lines from the first on. */
  async *lines(): AsyncGenerator<string> {
    const reader = await open(join(this.dir, "rows"));
    yield* reader.readLines();
  }

  async remove(): Promise<void> {
    await this.file.close();
    await removeFolder(this.dir);
  }
}
