/** The task that a retask would create, to explain it before it is sent. */
import { readTimestampMs } from "../../contract/body-values.ts";
import { readFootprint } from "../../contract/item-footprint.ts";
import { toJsonObject, type JsonObject } from "../../contract/json-object.ts";
import type { StacItem } from "../../contract/read-items.ts";
import { readField, type TaskRecord } from "../../contract/read-record.ts";
import { CONSTRAINTS } from "../../contract/vocabulary.ts";
import { fillCollectRetask } from "../../domain/tasking/retask-defaults.ts";
import { AppError } from "../../errors.ts";
import { computeCentroid } from "../../geo/centroid.ts";
import { typed } from "../../hint.ts";
import { formatTimestamp } from "../../time/timestamp.ts";
import type { AppContext } from "../context.ts";
import type { TaskBody } from "./create-requests.ts";
import { REQUEST_KINDS } from "./request-kind.ts";
import type { RetaskRequest } from "./retask.ts";

interface CopyDescription {
  productTypes: readonly string[] | undefined;
  /** Returns an item of a collect. */
  findCollect: (collectId: string) => Promise<StacItem | undefined>;
}

/** Returns the body of the new task, with the values of its original. Errors: USAGE for several originals, or without an end of the window. */
export async function describeCopy(
  context: AppContext,
  { subject, ids, body }: RetaskRequest,
  { productTypes, findCollect }: CopyDescription,
): Promise<TaskBody> {
  const [id = "", ...others] = ids;
  if (others.length > 0)
    throw new AppError(
      "usage",
      "USAGE",
      `an explanation is for one request, and there are ${ids.length} ids`,
      {
        next: "Give one id",
      },
    );
  const { nowMs } = await context.service.time();
  const given = toJsonObject(toJsonObject(body)["properties"]);
  const open = given["windowOpen"] ?? formatTimestamp(nowMs);
  const copied =
    subject === "collect"
      ? readCollect(id, given, await findCollect(id))
      : await readOriginal(context, id, open);
  const {
    retaskRequestName: _name,
    retaskRequestDescription: _text,
    offNadirMin,
    offNadirMax,
    ...kept
  } = given;
  const properties: JsonObject = { ...copied.properties, windowOpen: open, ...kept };
  if (properties["windowClose"] === undefined)
    throw new AppError(
      "usage",
      "USAGE",
      `the service chooses the end of the window of a retask of collect ${id}`,
      {
        next: typed("--window", "7d"),
      },
    );
  const angles = {
    ...(offNadirMin !== undefined && { offNadirMin }),
    ...(offNadirMax !== undefined && { offNadirMax }),
  };
  const constraints = { ...toJsonObject(copied.properties["collectConstraints"]), ...angles };
  return {
    type: "Feature",
    geometry: copied.geometry,
    ...(copied.preApproval === true && { preApproval: true }),
    properties: {
      ...properties,
      ...(Object.keys(constraints).length > 0 && { collectConstraints: constraints }),
      ...(productTypes !== undefined && { processingConfig: { productTypes } }),
    },
  } as unknown as TaskBody;
}

interface CopiedValues {
  geometry: unknown;
  properties: JsonObject;
  preApproval?: boolean | undefined;
}

/** Properties that a retask of a task copies. */
const COPIED = ["collectionTier", "collectionType", "archiveHoldback", "processingConfig"] as const;

/** Returns the constraints that limit something: a record has also those that its collection type implies. */
const keepLimits = (constraints: JsonObject): JsonObject =>
  Object.fromEntries(
    CONSTRAINTS.map((name) => [name, constraints[name]] as const).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        value !== "either" &&
        value !== "anytime" &&
        !(Array.isArray(value) && value.length === 0),
    ),
  );

async function readOriginal(context: AppContext, id: string, open: unknown): Promise<CopiedValues> {
  const record: TaskRecord = await REQUEST_KINDS.task.get(context, id);
  const [fromMs, opensMs, closesMs] = [open, record.windowOpen, record.windowClose].map(readTimestampMs);
  const close =
    fromMs === undefined || opensMs === undefined || closesMs === undefined
      ? undefined
      : formatTimestamp(fromMs + closesMs - opensMs);
  const values = COPIED.map((name) => [name, readField(record.source, name)] as const);
  return {
    geometry: record.geometry,
    preApproval: record.preApproval,
    properties: {
      ...Object.fromEntries(values.filter(([, value]) => value !== undefined)),
      collectConstraints: keepLimits(toJsonObject(readField(record.source, "collectConstraints"))),
      ...(close !== undefined && { windowClose: close }),
    },
  };
}

/** Returns the centre of a collect, and its look angles if the catalog shows one. */
function readCollect(id: string, given: JsonObject, item: StacItem | undefined): CopiedValues {
  const footprint = item && readFootprint(item);
  if (footprint === undefined)
    throw new AppError("local", "ITEM_NOT_FOUND", `the catalog has no item of collect ${id}`, {
      next: "Send it without an explanation",
    });
  const look = item?.properties?.["view:off_nadir"] ?? item?.properties?.["view:look_angle"];
  return {
    geometry: { type: "Point", coordinates: computeCentroid(footprint as never) },
    properties: {
      collectionTier: "standard",
      ...(typeof look === "number" && { collectConstraints: chooseAngles(id, look, given) }),
    },
  };
}

function chooseAngles(id: string, lookAngleDegrees: number, given: JsonObject): JsonObject {
  const angles = ["offNadirMin", "offNadirMax"].flatMap((name) =>
    typeof given[name] === "number" ? [[name, given[name]]] : [],
  );
  const { offNadirMin, offNadirMax } = fillCollectRetask(
    { id, lookAngleDegrees },
    Object.fromEntries(angles) as { offNadirMin?: number; offNadirMax?: number },
    0,
    { windowLengthMs: 1, holdback: "none" },
  );
  return { offNadirMin, offNadirMax };
}
