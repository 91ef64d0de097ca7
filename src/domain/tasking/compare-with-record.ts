/**
 * Compares a created record with what was asked for. A service may ignore a field, or read it in another place: the request then
 * exists with other values, and a person should know before its price is approved.
 */
import { toJsonObject } from "../../contract/json-object.ts";
import {
  REPEAT_NAMES,
  RETASK_COLLECT_NAMES,
  RETASK_REPEAT_NAMES,
  TASK_NAMES,
  type NameTable,
} from "../../contract/member-names.ts";
import { hasPreApproval } from "../../contract/pre-approval.ts";
import { ORBITAL_PLANES, REPEAT_TIERS, TIERS } from "../../contract/vocabulary.ts";
import {
  toCanonicalField,
  compareField,
  listRequestFields,
  groupByField,
  type RequestField,
} from "./compare-values.ts";
import { toDaySpans, findRestrictingSpans } from "./local-time.ts";
import { formatRetaskDescription, type RetaskSubject } from "./retask-request.ts";

export interface AskedRequest {
  noun: "task" | "repeat";
  /** In any spelling, nested or flat. */
  body: unknown;
  /** A retask: the kind and the id of its original, and the record of the original if it was read. */
  copyOf?: { subject: RetaskSubject; id: string; original?: unknown };
}

export interface Difference {
  /** The field, as the request writes it. */
  member: string;
  asked: unknown;
  /** Absent: the record does not have the field. */
  made?: unknown;
  /** The value was not given: a retask copies it from its original. */
  isInherited?: true;
}

export interface RecordComparison {
  differences: Difference[];
  /** Fields that were asked for and that the record does not have. */
  missing: readonly string[];
  /** The record has none of the requested fields. */
  isBlank: boolean;
  /** The setting of the dialect that probably lets the service read the missing fields. */
  otherForm?: "retaskEnvelope" | "repeatNameCasing" | "ascDescKey" | "localTimeStyle";
}

/** Returns the fields that differ in the record, or that it lacks. A field that records never have is not missing. */
export function compareWithRecord(asked: AskedRequest, record: unknown): RecordComparison {
  const found = groupByField(record);
  const fields = [...listAskedFields(asked)].filter(
    ({ field }) => field !== "preapproval" && field !== "untilcanceled",
  );
  const compared = fields.map((field) => ({ field, made: found.get(toRecordField(field, asked)) }));
  const differences = compared.flatMap(({ field, made }) => findDifference(field, made, asked.copyOf) ?? []);
  const comparable = compared.filter(
    ({ field: { field, value } }) =>
      field !== "geometry" && !NEVER_SHOWN.has(field) && !isDefault(field, value),
  );
  return {
    differences: [...differences, ...compareApproval(asked, record), ...compareEnd(asked, found)],
    missing: differences.flatMap(({ member, made }) => (made === undefined ? [member] : [])),
    isBlank: comparable.length > 0 && comparable.every(({ made }) => made === undefined),
    ...findOtherForm(asked, fields, differences),
  };
}

/** Fields whose values in a record can only come from the request: neither an original nor a default has them by chance. */
const OWN_VALUES: ReadonlySet<string> = new Set(
  ["retaskRequestName", "windowOpen", "windowClose", "repeatStart", "repeatEnd"].map(toCanonicalField),
);

/**
 * Returns the setting that probably differs at this service. If no field of a retask arrived, its envelope has another name. If a series
 * lacks its label, or a record lacks a constraint with two spellings, the service reads the other spelling.
 */
function findOtherForm(
  { noun, copyOf }: AskedRequest,
  fields: readonly AskedField[],
  differences: readonly Difference[],
): Pick<RecordComparison, "otherForm"> {
  const lost = new Map(differences.map((one) => [toCanonicalField(one.member), one]));
  if (copyOf === undefined) {
    const label = noun === "repeat" ? lost.get("repeatrequestname") : undefined;
    if (label !== undefined && (label.made ?? "") === "") return { otherForm: "repeatNameCasing" };
    if (lost.has(toCanonicalField("ascDesc"))) return { otherForm: "ascDescKey" };
    return lost.has(toCanonicalField("localTime")) ? { otherForm: "localTimeStyle" } : {};
  }
  const own = fields.filter(({ field, isInherited }) => isInherited !== true && OWN_VALUES.has(field));
  const isUnread = own.length > 0 && own.every(({ field }) => lost.has(field));
  return isUnread ? { otherForm: "retaskEnvelope" } : {};
}

const collectNames = (...tables: readonly NameTable[]): ReadonlySet<string> =>
  new Set(
    tables
      .flatMap((table) => Object.values(table).flat())
      .filter((name) => name !== "type")
      .map(toCanonicalField),
  );

/** The fields that a request can ask for, by their canonical names. A body that was copied from a record has others, which are ignored. */
const ASKED: Readonly<Record<AskedRequest["noun"], ReadonlySet<string>>> = {
  task: collectNames(TASK_NAMES, RETASK_COLLECT_NAMES),
  repeat: collectNames(REPEAT_NAMES, RETASK_REPEAT_NAMES),
};

/** Envelopes in which every field is asked for, whatever its name. */
const OPEN: ReadonlySet<string> = new Set(["collectconstraints", "repetitionproperties"]);

/** Fields that a retask copies from its original. */
const INHERITED: ReadonlySet<string> = new Set(
  [
    ...TASK_NAMES["properties.collectConstraints"],
    "collectionTier",
    "collectionType",
    "archiveHoldback",
    "productTypes",
    "customAttribute1",
    "customAttribute2",
    "geometry",
    "repetitionInterval",
    "maintainSceneFraming",
    "lookAngleTolerance",
    "azimuthAngleTolerance",
  ].map(toCanonicalField),
);

/** Field names of the label: the name in the original, and the name in the retask. */
const LABELS: Readonly<Record<string, string>> = {
  taskingrequestname: "retaskrequestname",
  repeatrequestname: "retaskrequestname",
};

type AskedField = RequestField & { isInherited?: true };

/** Returns each field once, as asked for or as inherited. */
function listAskedFields({ noun, body, copyOf }: AskedRequest): Iterable<AskedField> {
  const fields = new Map<string, AskedField>();
  for (const field of listCopiedFields(copyOf)) fields.set(field.field, field);
  const given = new Set<string>();
  for (const field of listRequestFields(body)) {
    if (given.has(field.field) || (!OPEN.has(field.envelope) && !ASKED[noun].has(field.field))) continue;
    given.add(field.field);
    fields.set(field.field, field);
  }
  return fields.values();
}

/** A collect has no request to inherit from. */
function* listCopiedFields(copyOf: AskedRequest["copyOf"]): Generator<AskedField> {
  if (copyOf === undefined || copyOf.subject === "collect") return;
  const tiers: readonly unknown[] = copyOf.subject === "task" ? TIERS : REPEAT_TIERS;
  for (const field of listRequestFields(copyOf.original)) {
    const label = LABELS[field.field];
    if (label !== undefined) yield { ...field, field: label, isInherited: true };
    // A task of a series has a tier that no single task has.
    else if (field.field === "collectiontier" && !tiers.includes(field.value)) continue;
    else if (INHERITED.has(field.field)) yield { ...field, isInherited: true };
  }
}

/** Fields that records of known services do not have. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(
  ["contractId", "productCategory", "azimuthAngleTolerance"].map(toCanonicalField),
);

/** Returns the record's name of a field. The label of a retask has the name of an ordinary label there. */
const toRecordField = ({ field }: RequestField, { noun }: AskedRequest): string =>
  field.replace(/^retask(?=request)/, noun === "repeat" ? "repeat" : "tasking");

function findDifference(
  { field, name, value, isInherited }: AskedField,
  made: readonly unknown[] | undefined,
  copyOf: AskedRequest["copyOf"],
): Difference | undefined {
  const difference = { member: name, asked: value, ...(isInherited && { isInherited }) };
  if (made === undefined) {
    return NEVER_SHOWN.has(field) || isDefault(field, value) ? undefined : difference;
  }
  const [first] = made;
  if (compareField(field, value, made) === "same" || isDefault(field, first, value)) return undefined;
  if (field === "retaskrequestdescription" && copyOf !== undefined && typeof value === "string") {
    const expected = formatRetaskDescription(copyOf.subject, copyOf.id, value);
    if (compareField(field, expected, made) === "same") return undefined;
  }
  return { ...difference, made: first };
}

/** The values that a field has when nothing is asked for. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  lookdirection: "either",
  ascdesc: "either",
  squint: "disabled",
  maintainsceneframing: false,
  grazinganglemin: 0,
  grazinganglemax: 90,
  azimuthanglemin: 0,
  azimuthanglemax: 360,
};

/** Returns whether each of the values asks for nothing. */
const isDefault = (field: string, ...values: readonly unknown[]): boolean =>
  values.every((value) => {
    if (field === "localtime")
      return toDaySpans(value) !== undefined && findRestrictingSpans(value) === undefined;
    if (field === "orbitalplanes")
      return Array.isArray(value) && (value.length === 0 || value.length === ORBITAL_PLANES.length);
    return value === "" || (field in DEFAULTS && compareField(field, DEFAULTS[field], [value]) === "same");
  });

/** Compares the pre-approval, which costs money. A record without the field shows no difference. */
function compareApproval({ body }: AskedRequest, record: unknown): Difference[] {
  const [asked, made] = [hasPreApproval(body), hasPreApproval(record)];
  if (asked === undefined || made === undefined || asked === made) return [];
  return [{ member: "preApproval", asked, made }];
}

const ENDS = ["repeatend", "repetitioncount"];

/** A series that was to run until it is cancelled has no end. */
function compareEnd({ body }: AskedRequest, found: ReadonlyMap<string, unknown[]>): Difference[] {
  const [untilCanceled] = groupByField(body).get("untilcanceled") ?? [];
  if (untilCanceled !== true) return [];
  const end = ENDS.find((name) => found.has(name));
  return end === undefined ? [] : [{ member: "untilCanceled", asked: true, made: found.get(end)![0] }];
}

/** Returns `asked windowClose 2026-06-08T00:00:00Z, the record has 2026-06-05T00:00:00Z`. */
export const formatDifference = ({ member, asked, made, isInherited }: Difference): string =>
  `${isInherited === true ? "the original has" : "asked"} ${member} ${formatValue(asked)}, ${
    made === undefined || made === "" ? "it is missing in the record" : `the record has ${formatValue(made)}`
  }`;

/** Longer values are cut. */
const MAX_TEXT = 80;

function formatValue(value: unknown): string {
  const { type, coordinates } = toJsonObject(value);
  if (type === "Point" && Array.isArray(coordinates)) return `a point at ${coordinates.join(",")}`;
  const isWord = typeof value === "string" && /^[\w.:+-]+$/.test(value);
  const text = isWord ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}...` : text;
}
