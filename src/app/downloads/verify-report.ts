/** The result of checking a folder: the data of `verify`, file by file. */
import type { TransferResult } from "../../transfer/events.ts";
import type { Verification, VerifiedFile } from "../../transfer/verify-folder.ts";

export interface CheckedFile {
  path: string;
  status: VerifiedFile["status"] | "repaired" | "unfinished" | "foreign";
  /** The fault as text, when the status alone is not sufficient. */
  fault?: string;
  /** Bytes on disk. */
  size?: number;
  sha256?: string;
  /** The strongest check that was possible. */
  checked?: "sha256" | "size";
  /** The manifest's values, if they differ from the file's. */
  recorded?: { size: number; sha256?: string };
  item?: string;
  asset?: string;
  order?: string;
}

export interface VerifyReport {
  /** The folder as given. */
  directory: string;
  files: CheckedFile[];
  /** Bytes of the intact files. */
  bytes: number;
  ok: number;
  /** Files without a recorded sha256: only their size could be compared. */
  okBySizeOnly: number;
  repaired: number;
  /** Missing, changed or unreadable, and not repaired. */
  wrong: number;
  /** Unfinished downloads, which are not in the manifest. */
  unfinished: number;
  foreign: number;
}

/** The outcome of repairing a file. */
export type Repair = { size: number; sha256?: string } | { fault: string };
export type Repairs = ReadonlyMap<string, Repair>;

export const toRepair = ({ size, sha256, error }: TransferResult): Repair =>
  size === undefined
    ? { fault: error?.message ?? "it could not be fetched" }
    : { size, ...(sha256 !== undefined && { sha256 }) };

export function makeVerifyReport(
  directory: string,
  { files, foreign, unfinished }: Verification,
  repairs: Repairs = new Map(),
): VerifyReport {
  const checked = files.map((file) => toCheckedFile(file, repairs.get(file.path)));
  const having = (...statuses: CheckedFile["status"][]) =>
    checked.filter(({ status }) => statuses.includes(status));
  const ok = having("ok");
  return {
    directory,
    files: [
      ...checked,
      ...unfinished.map((path): CheckedFile => ({ path, status: "unfinished" })),
      ...foreign.map((path): CheckedFile => ({ path, status: "foreign" })),
    ],
    bytes: [...ok, ...having("repaired")].reduce((sum, { size = 0 }) => sum + size, 0),
    ok: ok.length,
    okBySizeOnly: ok.filter(({ checked }) => checked === "size").length,
    repaired: having("repaired").length,
    wrong: having("missing", "changed", "unreadable").length,
    unfinished: unfinished.length,
    foreign: foreign.length,
  };
}

function toCheckedFile(file: VerifiedFile, repair: ReturnType<Repairs["get"]>): CheckedFile {
  const { path, entry, status, fault, size, sha256, checked } = file;
  const { item, asset, order } = entry;
  const origin = { item, asset, ...(order !== undefined && { order }) };
  if (repair !== undefined && !("fault" in repair))
    return {
      path,
      status: "repaired",
      ...repair,
      checked: repair.sha256 === undefined ? "size" : "sha256",
      ...origin,
    };
  const reasons = [fault, repair?.fault].filter((reason) => reason !== undefined);
  return {
    path,
    status,
    ...(reasons.length > 0 && { fault: reasons.join("; ") }),
    ...(size !== undefined && { size }),
    ...(sha256 !== undefined && { sha256 }),
    ...(checked !== undefined && { checked }),
    ...(status !== "ok" && {
      recorded: { size: entry.size, ...(entry.sha256 !== undefined && { sha256: entry.sha256 }) },
    }),
    ...origin,
  };
}
