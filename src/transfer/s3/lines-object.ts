import { AppError } from "../../errors.ts";
import { drawBackoffMs, STORE_RETRY } from "../../time/retry.ts";
import { keyOf } from "../s3-target.ts";
import { ConditionalObject } from "./conditional-object.ts";
import type { ObjectStore } from "./object-store.ts";

/** Maximum number of rounds of merging lines that other machines write to the object. */
const ROUNDS = 20;

/** An object of NDJSON lines. Several machines may append to it at once, without losing lines. */
export class LinesObject extends ConditionalObject {
  constructor(
    store: ObjectStore,
    readonly name: string,
  ) {
    super(store, keyOf(store.target, name) ?? name, "application/x-ndjson");
  }

  /** Appends the lines that the object does not have. Without conditional writes in the store, the next read detects lost lines. */
  async append(lines: readonly string[]): Promise<void> {
    const { clock, random } = this.store.conduct;
    for (let round = 1; round <= ROUNDS; round++) {
      const text = (await this.read()) ?? "";
      const there = new Set(text.split("\n"));
      const missing = lines.filter((line) => !there.has(line));
      if (missing.length === 0) return;
      const separator = text === "" || text.endsWith("\n") ? "" : "\n";
      const isOurs = await this.write(`${text}${separator}${missing.join("\n")}\n`);
      if (!isOurs || round > 1) await clock.sleep(drawBackoffMs(STORE_RETRY, round, random));
    }
    throw new AppError(
      "io",
      "DESTINATION_REFUSED",
      `${this.name} could not be written: other processes keep overwriting it`,
    );
  }
}
