/**
 * Members of a request that a deployment does not read, because its dialect has another spelling or place for them.
 * Without a dialect the sandbox reads all of them.
 */
import type { Dialect } from "../../contract/dialect.ts";
import type { EndpointName } from "../../contract/endpoints.ts";
import { isJsonObject, toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import { type BodyFault, refuseBody } from "../http/reply.ts";
import type { SandboxSettings } from "../settings.ts";

/** Members of one object that are not read, by their path in the body. */
interface Unread {
  path: readonly string[];
  names: readonly string[];
}

const REPEAT_LABELS = {
  repeatRequestName: ["repeatRequestName", "repeatRequestDescription"],
  repeatrequestName: ["repeatrequestName", "repeatrequestDescription"],
};

const PLACED = ["preApproval", "customAttribute1", "customAttribute2"];

/** Members around the fields of a retask body. */
const ENVELOPE = ["type", "geometry", "properties"];

const CREATES: ReadonlySet<EndpointName> = new Set(["createTask", "createRepeat"] satisfies EndpointName[]);
const RETASKS: ReadonlySet<EndpointName> = new Set([
  "retaskTask",
  "retaskCollect",
  "retaskRepeat",
] satisfies EndpointName[]);

/** Yields the members of a body that a service with this dialect does not read. */
function* findUnreadMembers(
  name: EndpointName,
  body: JsonObject,
  dialect: Partial<Dialect>,
): Generator<Unread> {
  if (CREATES.has(name)) {
    if (dialect.ascDescKey !== undefined) {
      const other = dialect.ascDescKey === "ascDesc" ? "ascDsc" : "ascDesc";
      yield { path: ["properties", "collectConstraints"], names: [other] };
    }
    if (dialect.placement === "root") yield { path: ["properties"], names: PLACED };
    if (dialect.placement === "properties") yield { path: [], names: PLACED };
  }
  if (name === "createRepeat") {
    const casing = dialect.repeatNameCasing;
    if (casing === "repeatRequestName")
      yield { path: ["properties"], names: REPEAT_LABELS.repeatrequestName };
    if (casing === "repeatrequestName")
      yield { path: ["properties"], names: REPEAT_LABELS.repeatRequestName };
    const end = dialect.repeatEndField;
    if (end !== undefined) {
      const other = end === "repeatEnd" ? "repetitionEnd" : "repeatEnd";
      yield { path: ["properties", "repetitionProperties"], names: [other] };
    }
    const count = dialect.repetitionCountPath;
    if (count === "properties")
      yield { path: ["properties", "repetitionProperties"], names: ["repetitionCount"] };
    if (count === "repetitionProperties") yield { path: ["properties"], names: ["repetitionCount"] };
  }
  if (name === "searchRepeats" && dialect.repeatSearchKey !== undefined)
    yield { path: [], names: [dialect.repeatSearchKey === "query" ? "filter" : "query"] };
  if (!RETASKS.has(name) || dialect.retaskEnvelope === undefined) return;
  const known = [...ENVELOPE, ...PLACED, "contractId"];
  const isFlat = dialect.retaskEnvelope === "flat";
  yield { path: [], names: isFlat ? ENVELOPE : Object.keys(body).filter((key) => !known.includes(key)) };
}

/**
 * Returns a body without the members that the deployment does not read. Errors: 422 for them, with the setting
 * `unknownMembers`.
 */
export function readSpelling(name: EndpointName, body: unknown, settings: SandboxSettings): unknown {
  if (!isJsonObject(body) || Object.keys(settings.dialect).length === 0) return body;
  let read: JsonObject = body;
  const faults: BodyFault[] = [];
  for (const { path, names } of findUnreadMembers(name, body, settings.dialect)) {
    const object = path.reduce<JsonObject>((parent, key) => toJsonObject(parent[key]), body);
    const given = names.filter((member) => object[member] !== undefined);
    if (given.length === 0) continue;
    const listed = given.map((member) => `'${member}'`).join(", ");
    const message = `Unrecognized key(s) in object: ${listed}`;
    faults.push({ code: "UNRECOGNIZED_KEYS", path: path.join("."), message });
    read = dropMembers(read, path, new Set(given));
  }
  if (faults.length > 0 && settings.unknownMembers === "refuse") throw refuseBody(faults);
  return read;
}

/** Returns a body without some members of the object at a path. */
function dropMembers(
  body: JsonObject,
  [key, ...rest]: readonly string[],
  names: ReadonlySet<string>,
): JsonObject {
  if (key !== undefined) return { ...body, [key]: dropMembers(toJsonObject(body[key]), rest, names) };
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}
