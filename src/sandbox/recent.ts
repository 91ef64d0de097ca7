/** Keeps the values of the most recently used keys. */
export class Recent<Value> {
  readonly #values = new Map<string, Value>();

  constructor(private readonly most: number) {}

  /** Returns the kept value of a key if the value is still valid, or else a new one. */
  get(key: string, make: () => Value, isValid: (kept: Value) => boolean = () => true): Value {
    const kept = this.#values.get(key);
    this.#values.delete(key);
    const value = kept !== undefined && isValid(kept) ? kept : make();
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
