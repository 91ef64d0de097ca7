import { createHash } from "node:crypto";
import { KEY_PREFIX } from "./settings.ts";
import { mintId } from "./store/meta.ts";

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

const secretOf = (seed: string, what: string): string =>
  createHash("sha256").update(`${seed}/${what}`).digest("hex").slice(0, 32);

/** Users of a store: member, manager and buyer of organization A, outsider of B; fixed by the seed. */
export function seedAccounts(seed: string): readonly Account[] {
  return SEATS.map(([name, organization, roles]) => ({
    name,
    organization,
    roles,
    userId: mintId(seed, "user", name),
    organizationId: mintId(seed, "organization", organization),
    apiKey: `${KEY_PREFIX}${name}_${secretOf(seed, `key/${name}`)}`,
    username: `${name}@sandbox.invalid`,
    password: `sandbox-${secretOf(seed, `password/${name}`).slice(0, 12)}`,
    contractIds: [mintId(seed, "contract", organization, 1), mintId(seed, "contract", organization, 2)],
  }));
}
