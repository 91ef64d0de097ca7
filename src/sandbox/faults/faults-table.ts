import type { Database } from "../store/database.ts";
import type { Row } from "../store/database.ts";
import type { Fault, FaultRule } from "./fault.ts";

const toFault = ({ id, remaining, rule }: Row): Fault => ({
  id: String(id),
  remaining: remaining === null || remaining === undefined ? null : Number(remaining),
  ...(JSON.parse(String(rule)) as FaultRule),
});

/** Planted faults, shared by every process over the store. */
export class FaultsTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  list(): Fault[] {
    return this.#database.all("SELECT id, remaining, rule FROM faults ORDER BY position").map(toFault);
  }

  plant(id: string, rule: FaultRule, count: number | undefined): void {
    const { next } = this.#database.get("SELECT COALESCE(MAX(position), 0) + 1 AS next FROM faults") ?? {};
    this.#database.run(
      "INSERT INTO faults (id, position, remaining, rule) VALUES (?, ?, ?, ?)",
      id,
      Number(next),
      count ?? null,
      JSON.stringify(rule),
    );
  }

  clear(): void {
    this.#database.run("DELETE FROM faults");
  }

  /** The first fault for a route, counted down; undefined when the request goes through unharmed. */
  take(route: string): Fault | undefined {
    if (this.#database.get("SELECT 1 AS one FROM faults LIMIT 1") === undefined) return undefined;
    return this.#database.transaction(() => {
      const fault = this.list().find((planted) => planted.route === route || planted.route === "*");
      if (fault === undefined || fault.remaining === null) return fault;
      if (fault.remaining <= 1) this.#database.run("DELETE FROM faults WHERE id = ?", fault.id);
      else this.#database.run("UPDATE faults SET remaining = remaining - 1 WHERE id = ?", fault.id);
      return fault;
    });
  }
}
