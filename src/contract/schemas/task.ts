/** `POST /task`. */
import * as z from "zod/mini";
import { isJsonObject, toJsonObject, type JsonObject } from "../json-object.ts";
import { POLYGON_TYPE } from "../vocabulary.ts";
import { CollectConstraints, checkSquint } from "./constraints.ts";
import { filledText, flag, holdback, orderOf, text, tier, timestamp } from "./fields.ts";
import { TaskGeometry } from "./geometry.ts";
import { ProcessingConfig } from "./products.ts";
import type { Finding } from "../finding.ts";
import { withExpectation, makeMemberRule } from "./rule.ts";

export const featureType = withExpectation(z.literal("Feature"), {
  code: "FEATURE_REQUIRED",
  expected: '"Feature"',
});

const TaskProperties = withExpectation(
  z
    .looseObject({
      taskingrequestName: z.optional(text),
      taskingrequestDescription: z.optional(text),
      windowOpen: z.optional(timestamp),
      windowClose: z.optional(timestamp),
      collectionTier: z.optional(tier),
      collectionType: z.optional(filledText),
      collectConstraints: z.optional(CollectConstraints),
      archiveHoldback: z.optional(holdback),
      processingConfig: z.optional(ProcessingConfig),
      productCategory: z.optional(text),
      preApproval: z.optional(flag),
      customAttribute1: z.optional(text),
      customAttribute2: z.optional(text),
    })
    .check(
      makeMemberRule(function* (properties) {
        for (const name of ["windowOpen", "windowClose"]) {
          if (properties[name] !== undefined) continue;
          yield {
            code: "WINDOW_REQUIRED",
            path: [name],
            message: `${name} is missing`,
            rule: "windowOpen and windowClose are required",
          };
        }
        const { windowOpen, windowClose } = properties;
        yield* orderOf(
          { name: "windowOpen", value: windowOpen },
          { name: "windowClose", value: windowClose },
        );
      }),
    ),
  { code: "PROPERTIES_REQUIRED", expected: "an object with at least windowOpen and windowClose" },
);

export const TaskBody = z
  .looseObject({
    type: featureType,
    geometry: TaskGeometry,
    contractId: z.optional(text),
    properties: TaskProperties,
    preApproval: z.optional(flag),
    customAttribute1: z.optional(text),
    customAttribute2: z.optional(text),
  })
  .check(
    makeMemberRule(function* (body) {
      const { type } = toJsonObject(body["geometry"]);
      const { collectionType } = toJsonObject(body["properties"]);
      if (type === "Polygon" && typeof collectionType === "string" && collectionType !== POLYGON_TYPE) {
        yield {
          code: "POLYGON_COLLECTION_TYPE",
          path: ["properties", "collectionType"],
          says: "does not take a Polygon",
          rule: `a Polygon needs collectionType ${POLYGON_TYPE}`,
        };
      }
      // A polygon has this type even if it gives none.
      const onlyType = type === "Polygon" ? POLYGON_TYPE : undefined;
      for (const { path = [], ...finding } of checkSquint(toJsonObject(body["properties"]), onlyType))
        yield { ...finding, path: ["properties", ...path] };
      yield* checkPlacement(body);
    }),
  );

const PLACED_TWICE = ["preApproval", "customAttribute1", "customAttribute2", "contractId"];

/** Fields that belong to the root alone: the fault is that of the other place. */
const AT_ROOT: ReadonlySet<string> = new Set(["contractId"]);

/** Requires a value that is both beside and inside `properties` to be equal in both places. */
export function* checkPlacement(body: JsonObject, names = PLACED_TWICE): Generator<Finding> {
  const properties = toJsonObject(body["properties"]);
  for (const name of names) {
    const [outside, inside] = [body[name], properties[name]];
    if (outside === undefined || inside === undefined) continue;
    if (isJsonObject(outside) || JSON.stringify(outside) === JSON.stringify(inside)) continue;
    const isAtRoot = AT_ROOT.has(name);
    yield {
      code: "PLACEMENT_CONFLICT",
      path: isAtRoot ? ["properties", name] : [name],
      says: isAtRoot
        ? `differs from ${name} ${JSON.stringify(outside)}`
        : `differs from properties.${name} ${JSON.stringify(inside)}`,
      rule: `${name} must have the same value in every place`,
    };
  }
}
