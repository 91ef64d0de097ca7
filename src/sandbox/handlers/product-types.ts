import { readTimestampMs } from "../../contract/body-values.ts";
import { LIMITS, PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { type BodyFault, Refusal, refuseBody } from "../http/reply.ts";
import type { SandboxSettings } from "../settings.ts";
import type { Organization, DefaultProductType } from "../accounts.ts";
import type { RequestProperties } from "../tasking/tasking-request.ts";
import type { Handler } from "./call.ts";
import { shapeRecord, findRequest } from "./records.ts";

type Config = RequestProperties["processingConfig"];

interface ProductRules {
  organization: Organization;
  settings: Pick<SandboxSettings, "unavailableProductTypes">;
}

const PATH = "properties.processingConfig.productTypes";

const normalizeTypes = (types: readonly string[]): string[] => [
  ...new Set(types.map((type) => type.toUpperCase())),
];

const listLockedTypes = ({ defaultProductTypes }: Organization): string[] =>
  defaultProductTypes.filter(({ required }) => required).map(({ productType }) => productType);

/** Returns why a product type, in capitals, cannot be chosen; undefined when it can. */
function findTypeFault(
  productType: string,
  { organization, settings }: ProductRules,
): Omit<BodyFault, "path"> | undefined {
  const unavailable = [...settings.unavailableProductTypes, ...organization.unavailableProductTypes];
  return findProductTypeFault(productType, unavailable, " by an Org Manager");
}

/**
 * Returns the product types of a new request: the given and the locked ones, or the organization's defaults. Faults:
 * ENUM_INVALID for an unknown type, PRODUCT_TYPE_UNAVAILABLE for a given type.
 */
export function chooseProducts(given: unknown, rules: ProductRules, faults: BodyFault[]): Config {
  const lockedProductTypes = listLockedTypes(rules.organization);
  if (!Array.isArray(given)) {
    const defaults = rules.organization.defaultProductTypes.map(({ productType }) => productType);
    const productTypes = defaults.filter(
      (type) => lockedProductTypes.includes(type) || findTypeFault(type, rules) === undefined,
    );
    return { productTypes, lockedProductTypes };
  }
  const chosen = normalizeTypes(given as string[]);
  for (const [index, type] of chosen.entries()) {
    const fault = lockedProductTypes.includes(type) ? undefined : findTypeFault(type, rules);
    if (fault !== undefined) faults.push({ ...fault, path: `${PATH}[${index}]` });
  }
  return { productTypes: normalizeTypes([...chosen, ...lockedProductTypes]), lockedProductTypes };
}

/**
 * Returns the product types of an existing request after an update. Faults: PRODUCT_TYPE_LOCKED when a type that was
 * locked at creation is missing; ENUM_INVALID and PRODUCT_TYPE_UNAVAILABLE for an added type.
 */
function changeProducts(
  given: readonly string[],
  before: Config,
  rules: ProductRules,
  faults: BodyFault[],
): Config {
  const chosen = normalizeTypes(given);
  for (const type of before.lockedProductTypes.filter((locked) => !chosen.includes(locked))) {
    const message = `${type} is always included: the organization requires it`;
    faults.push({ code: "PRODUCT_TYPE_LOCKED", path: PATH, message });
  }
  for (const [index, type] of chosen.entries()) {
    const fault = before.productTypes.includes(type) ? undefined : findTypeFault(type, rules);
    if (fault !== undefined) faults.push({ ...fault, path: `${PATH}[${index}]` });
  }
  return { ...before, productTypes: chosen };
}

/**
 * Returns why a product type, in capitals, is unavailable; undefined when it is available. `by` ends the message
 * about a disabled type.
 */
// Spec silent: the error for an unknown product type. The sandbox returns ENUM_INVALID.
export function findProductTypeFault(
  productType: string,
  unavailable: readonly string[],
  by = "",
): Omit<BodyFault, "path"> | undefined {
  if (!(PRODUCT_TYPES as readonly string[]).includes(productType)) {
    const message = `${productType} is not a known product type; known types: ${PRODUCT_TYPES.join(", ")}`;
    return { code: "ENUM_INVALID", message };
  }
  if (!unavailable.some((type) => type.toUpperCase() === productType)) return undefined;
  return { code: "PRODUCT_TYPE_UNAVAILABLE", message: `${productType} is marked unavailable${by}` };
}

/** `PUT /organizations/{id}`: replaces the default product types. Errors: 403 ORG_MANAGER_REQUIRED, 422. */
export const updateOrganization: Handler = (call) => {
  const { sandbox, caller, settings, params } = call;
  // An unknown organization gets the same response, so that the caller cannot find out whether it exists.
  if (params["id"] !== caller.organizationId || !caller.roles.includes("organization-manager")) {
    throw new Refusal(
      403,
      "ORG_MANAGER_REQUIRED",
      `only an organization-manager of ${params["id"]} may set its default product types`,
    );
  }
  const { defaultProductTypes } = call.body as { defaultProductTypes: DefaultProductType[] };
  return sandbox.store.database.transaction(() => {
    const organization = sandbox.organizations.read(caller.organizationId);
    const chosen = defaultProductTypes.map(({ productType, required }) => ({
      productType: productType.toUpperCase(),
      required,
    }));
    const faults = chosen.flatMap(({ productType }, index): BodyFault[] => {
      const fault = findTypeFault(productType, { organization, settings });
      const path = `defaultProductTypes[${index}].productType`;
      return fault === undefined ? [] : [{ ...fault, path }];
    });
    if (faults.length > 0) throw refuseBody(faults);
    const after: Organization = { ...organization, defaultProductTypes: withGeo(chosen) };
    sandbox.organizations.write(after);
    return { json: after };
  });
};

// Spec silent: a list of product types without GEO. The sandbox adds the mandatory GEO.
function withGeo(chosen: readonly DefaultProductType[]): DefaultProductType[] {
  const others = chosen.filter(({ productType }) => productType !== "GEO");
  return [{ productType: "GEO", required: true }, ...others];
}

interface TaskUpdate {
  properties: { processingConfig: { productTypes: string[] } };
}

/** `PATCH /tasks/{id}`: changes the product types only. Errors: 404, 409 PRODUCT_EDIT_CUTOFF, 422. */
export const updateTask: Handler = (call) => {
  const { sandbox, settings, nowMs } = call;
  return sandbox.store.database.transaction(() => {
    const task = findRequest(call, "task", call.params["id"]);
    const { properties } = task.record;
    // Spec silent: the expected collection time. The sandbox uses the plan's first collect; without a plan there is
    // no cutoff.
    const expected = properties["expectedCollectionTime"];
    const expectedMs = readTimestampMs(expected) ?? Infinity;
    if (nowMs > expectedMs - LIMITS.productEditCutoffHours * 3_600_000) {
      throw new Refusal(
        409,
        "PRODUCT_EDIT_CUTOFF",
        `${task.id} is collected at ${String(expected)}; its product types can be changed until 3 hours before`,
      );
    }
    const { productTypes } = (call.body as TaskUpdate).properties.processingConfig;
    const faults: BodyFault[] = [];
    const rules = { organization: sandbox.organizations.read(task.organizationId), settings };
    const processingConfig = changeProducts(productTypes, properties.processingConfig, rules, faults);
    if (faults.length > 0) throw refuseBody(faults);
    properties.processingConfig = processingConfig;
    sandbox.tasking.requests.update(task);
    return { json: shapeRecord(task.record, settings) };
  });
};
