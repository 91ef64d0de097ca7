import { createHash } from "node:crypto";
import { KEY_PREFIX } from "./settings.ts";
import type { Database } from "./store/database.ts";
import { mintId } from "./store/open-store.ts";

type AccountName = "member" | "manager" | "outsider" | "buyer";

/** Role of an account that may search and order the archive, and not task. */
export const ARCHIVE_ONLY = "archive-only";

export interface Account {
  name: AccountName;
  userId: string;
  /** Organization A for `member`, `manager` and `buyer`, B for `outsider`. */
  organization: "A" | "B";
  organizationId: string;
  roles: readonly string[];
  apiKey: string;
  username: string;
  password: string;
  contractIds: readonly string[];
}

const SEATS: readonly [AccountName, "A" | "B", readonly string[]][] = [
  ["member", "A", []],
  ["manager", "A", ["organization-manager"]],
  ["outsider", "B", []],
  ["buyer", "A", [ARCHIVE_ONLY]],
];

const deriveSecret = (seed: string, what: string): string =>
  createHash("sha256").update(`${seed}/${what}`).digest("hex").slice(0, 32);

/** Users of a store: member, manager and buyer of organization A, outsider of B; fixed by the seed. */
export function seedAccounts(seed: string): readonly Account[] {
  return SEATS.map(([name, organization, roles]) => ({
    name,
    organization,
    roles,
    userId: mintId(seed, "user", name),
    organizationId: mintId(seed, "organization", organization),
    apiKey: `${KEY_PREFIX}${name}_${deriveSecret(seed, `key/${name}`)}`,
    username: `${name}@sandbox.invalid`,
    password: `sandbox-${deriveSecret(seed, `password/${name}`).slice(0, 12)}`,
    contractIds: [mintId(seed, "contract", organization, 1), mintId(seed, "contract", organization, 2)],
  }));
}

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
