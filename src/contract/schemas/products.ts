/** Product types of a task, of an update, and an organization's defaults. */
import * as z from "zod/mini";
import { toJsonObject } from "../json-object.ts";
import { flag, text, texts } from "./fields.ts";
import { withExpectation, makeRule } from "./rule.ts";

/** Returns a product type in capitals, since product types are not case-sensitive. */
const toCapitals = (type: unknown): unknown => (typeof type === "string" ? type.toUpperCase() : type);
const isGeo = (type: unknown): boolean => toCapitals(type) === "GEO";

export const ProductTypes = texts.check(
  makeRule(function* (value) {
    if (!Array.isArray(value) || value.some(isGeo)) return;
    yield {
      code: "GEO_REQUIRED",
      says: "does not include GEO",
      rule: "GEO is required by the system and must always be included",
    };
  }),
);

export const ProcessingConfig = z.looseObject({ productTypes: z.optional(ProductTypes) });

/** Body of `PATCH /tasks/{id}`: the path to the list is required. */
export const TaskUpdateBody = z.looseObject({
  properties: withExpectation(
    z.looseObject({ processingConfig: z.looseObject({ productTypes: ProductTypes }) }),
    {
      code: "PROPERTIES_REQUIRED",
      expected: "an object with processingConfig.productTypes",
    },
  ),
});

export const DefaultProductType = z.looseObject({ productType: text, required: flag });

/** Body of `PUT /organizations/{id}`. */
export const OrganizationBody = z.looseObject({
  defaultProductTypes: z.array(DefaultProductType).check(
    makeRule(function* (list) {
      if (!Array.isArray(list)) return;
      const seen = new Set<unknown>();
      for (const [index, element] of list.entries()) {
        const { productType: given, required } = toJsonObject(element);
        const productType = toCapitals(given);
        if (productType === "GEO" && required === false) {
          yield {
            code: "ORG_GEO_LOCKED",
            path: [index, "required"],
            message: "GEO cannot be optional: the system always requires it",
            rule: "GEO must be required: true",
          };
        }
        // Spec silent: a product type listed twice. We refuse it: the two entries could disagree.
        if (typeof productType === "string" && seen.has(productType)) {
          yield {
            code: "FIELD_TYPE_INVALID",
            path: [index, "productType"],
            says: "is listed twice",
            rule: "each product type at most once",
          };
        }
        seen.add(productType);
      }
    }),
  ),
});
