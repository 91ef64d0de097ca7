import { formatTimestamp } from "../../time/timestamp.ts";
import type { Database, Row } from "../store/database.ts";

/** What an order result says about one item (names of the interface). */
interface OrderLine {
  collectionId: string;
  granuleId: string;
  previouslyOrdered: boolean;
  /** Imaging mode. */
  type: string;
  collectionDate: string;
}

export interface OrderedGranule {
  line: OrderLine;
  collectId: string;
  productType: string;
  /** Virtual milliseconds at which its assets exist. */
  readyMs: number;
}

export interface Order {
  id: string;
  userId: string;
  organizationId: string;
  orderedMs: number;
  expiresMs: number;
  granules: readonly OrderedGranule[];
}

/** A product that an order generates: in the catalog from `readyMs` on. */
interface GeneratedGranule {
  granuleId: string;
  collectionId: string;
  collectId: string;
  productType: string;
  readyMs: number;
}

const toGenerated = (row: Row): GeneratedGranule => ({
  granuleId: String(row["granule_id"]),
  collectionId: String(row["collection_id"]),
  collectId: String(row["collect_id"]),
  productType: String(row["product_type"]),
  readyMs: Number(row["ready_ms"]),
});

/** Orders and the products that they generate. */
export class OrdersTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  insert(order: Order): void {
    this.#database.transaction(() => {
      this.#database.run(
        "INSERT INTO orders (id, user_id, organization_id, ordered_ms, expires_ms) VALUES (?, ?, ?, ?, ?)",
        order.id,
        order.userId,
        order.organizationId,
        order.orderedMs,
        order.expiresMs,
      );
      for (const [position, { line, collectId, productType, readyMs }] of order.granules.entries()) {
        this.#database.run(
          `INSERT INTO order_items (order_id, position, organization_id, collection_id, granule_id, collect_id,
             product_type, ready_ms, line) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          order.id,
          position,
          order.organizationId,
          line.collectionId,
          line.granuleId,
          collectId,
          productType,
          readyMs,
          JSON.stringify(line),
        );
      }
    });
  }

  find(id: string): Order | undefined {
    const row = this.#database.get("SELECT * FROM orders WHERE id = ?", id);
    if (row === undefined) return undefined;
    const items = this.#database.all("SELECT * FROM order_items WHERE order_id = ? ORDER BY position", id);
    return {
      id,
      userId: String(row["user_id"]),
      organizationId: String(row["organization_id"]),
      orderedMs: Number(row["ordered_ms"]),
      expiresMs: Number(row["expires_ms"]),
      granules: items.map((item) => ({
        line: JSON.parse(String(item["line"])) as OrderLine,
        collectId: String(item["collect_id"]),
        productType: String(item["product_type"]),
        readyMs: Number(item["ready_ms"]),
      })),
    };
  }

  /** Orders of a user, or of everyone in an organization, the newest first. */
  list({ userId, organizationId }: { userId?: string; organizationId: string }): Order[] {
    return this.#database
      .all(
        `SELECT id FROM orders WHERE organization_id = ? AND user_id = COALESCE(?, user_id)
         ORDER BY ordered_ms DESC, id`,
        organizationId,
        userId,
      )
      .flatMap(({ id }) => this.find(String(id)) ?? []);
  }

  count(): number {
    return Number(this.#database.get("SELECT COUNT(*) AS n FROM orders")?.["n"] ?? 0);
  }

  /** Whether anyone of the organization ordered that granule before. */
  hasOrdered(organizationId: string, collectionId: string, granuleId: string): boolean {
    const row = this.#database.get(
      "SELECT 1 AS one FROM order_items WHERE organization_id = ? AND collection_id = ? AND granule_id = ? LIMIT 1",
      organizationId,
      collectionId,
      granuleId,
    );
    return row !== undefined;
  }

  /** Makes everything an order waits for exist at `nowMs`; false when there is no such order. */
  complete(id: string, nowMs: number): boolean {
    return this.#database.transaction(() => {
      const granules = this.find(id)?.granules;
      for (const { line, readyMs } of granules ?? []) {
        if (readyMs <= nowMs) continue;
        this.#database.run("UPDATE granules SET ready_ms = ? WHERE granule_id = ?", nowMs, line.granuleId);
        // Other orders may wait for the same product.
        this.#database.run(
          "UPDATE order_items SET ready_ms = ? WHERE granule_id = ? AND ready_ms > ?",
          nowMs,
          line.granuleId,
          nowMs,
        );
      }
      return granules !== undefined;
    });
  }

  addGenerated({ granuleId, collectionId, collectId, productType, readyMs }: GeneratedGranule): void {
    this.#database.run(
      "INSERT INTO granules (granule_id, collection_id, collect_id, product_type, ready_ms) VALUES (?, ?, ?, ?, ?)",
      granuleId,
      collectionId,
      collectId,
      productType,
      readyMs,
    );
  }

  findGenerated(granuleId: string): GeneratedGranule | undefined {
    const row = this.#database.get("SELECT * FROM granules WHERE granule_id = ?", granuleId);
    return row === undefined ? undefined : toGenerated(row);
  }

  /** All generated products that exist at a moment, in a stable order. */
  listGenerated(nowMs: number): GeneratedGranule[] {
    return this.#database
      .all("SELECT * FROM granules WHERE ready_ms <= ? ORDER BY ready_ms, granule_id", nowMs)
      .map(toGenerated);
  }
}

/** Whether everything that was ordered exists. */
export const isCompleted = (order: Order, nowMs: number): boolean =>
  order.granules.every(({ readyMs }) => readyMs <= nowMs);

/** The moment at which everything exists. */
export const completionMs = (order: Order): number =>
  Math.max(...order.granules.map(({ readyMs }) => readyMs));

/** The interface's order result; the status is that of the moment. `idOf`: how an item is called in it. */
export function orderResult(
  order: Order,
  nowMs: number,
  idOf: (granule: OrderedGranule) => string = ({ line }) => line.granuleId,
): object {
  return {
    orderId: order.id,
    userId: order.userId,
    organizationId: order.organizationId,
    orderDate: formatTimestamp(order.orderedMs),
    expirationDate: formatTimestamp(order.expiresMs),
    orderStatus: isCompleted(order, nowMs) ? "completed" : "in-progress",
    items: order.granules.map((granule) => ({ ...granule.line, granuleId: idOf(granule) })),
  };
}
