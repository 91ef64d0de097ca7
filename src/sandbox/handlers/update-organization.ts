import { type BodyFault, Refusal, refuseBody } from "../http/refusal.ts";
import type { DefaultProductType, Organization } from "../store/organizations-table.ts";
import { findTypeFault } from "../tasking/choose-products.ts";
import type { Handler } from "./handler.ts";

/** `PUT /organizations/{id}`: replaces the default product types. Errors: 403 ORG_MANAGER_REQUIRED, 422. */
export const updateOrganization: Handler = (call) => {
  const { sandbox, caller, settings, params } = call;
  // The same words for an organization that does not exist: who asks may not find out.
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
      const message = findTypeFault(productType, { organization, settings });
      const path = `defaultProductTypes[${index}].productType`;
      return message === undefined ? [] : [{ code: "PRODUCT_TYPE_UNAVAILABLE", path, message }];
    });
    if (faults.length > 0) throw refuseBody(faults);
    const after: Organization = { ...organization, defaultProductTypes: withGeo(chosen) };
    sandbox.organizations.write(after);
    return { json: after };
  });
};

// Spec silent: a list without GEO. We add it, since the system always requires it.
function withGeo(chosen: readonly DefaultProductType[]): DefaultProductType[] {
  const others = chosen.filter(({ productType }) => productType !== "GEO");
  return [{ productType: "GEO", required: true }, ...others];
}
