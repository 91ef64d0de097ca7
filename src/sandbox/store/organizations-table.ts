import type { Database } from "./database.ts";

/** Whether a product type is always included, or only by default. */
export interface DefaultProductType {
  productType: string;
  required: boolean;
}

export interface Organization {
  id: string;
  defaultProductTypes: DefaultProductType[];
  unavailableProductTypes: string[];
}

/** Defaults of an organization whose manager has not set any yet. */
const SEEDED_DEFAULTS: readonly DefaultProductType[] = [
  { productType: "GEO", required: true },
  { productType: "GEC", required: false },
  { productType: "SLC", required: false },
];

/** Product type settings of organizations. */
export class OrganizationsTable {
  constructor(private readonly database: Database) {}

  read(id: string): Organization {
    const [row] = this.database.all("SELECT * FROM organizations WHERE id = ?", id);
    const list = <T>(column: string, otherwise: readonly T[]): T[] => {
      const text = row?.[column];
      return typeof text === "string" ? (JSON.parse(text) as T[]) : [...otherwise];
    };
    return {
      id,
      defaultProductTypes: list("default_product_types", SEEDED_DEFAULTS),
      unavailableProductTypes: list<string>("unavailable_product_types", []),
    };
  }

  write({ id, defaultProductTypes, unavailableProductTypes }: Organization): void {
    this.database.run(
      `INSERT OR REPLACE INTO organizations (id, default_product_types, unavailable_product_types) VALUES (?, ?, ?)`,
      id,
      JSON.stringify(defaultProductTypes),
      JSON.stringify(unavailableProductTypes),
    );
  }
}
