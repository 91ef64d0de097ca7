import { PRODUCT_TYPES } from "../../contract/vocabulary.ts";
import { Refusal } from "../http/refusal.ts";
import type { ControlRoute } from "./control.ts";

// Spec silent: how an Org Manager marks a product type unavailable. We have no request of the interface for it, only this.
/** `POST /_sandbox/organizations/{id} {unavailableProductTypes: [...]}`. Answers the organization. */
export const changeOrganization: ControlRoute = {
  method: "POST",
  path: "/organizations/{id}",
  run: ({ sandbox, params, body }) => {
    const id = params["id"] ?? "";
    if (!sandbox.accounts.some(({ organizationId }) => organizationId === id)) {
      throw new Refusal(404, "NOT_FOUND", `no organization has the id ${id}`);
    }
    const types = body["unavailableProductTypes"];
    const known: readonly unknown[] = PRODUCT_TYPES;
    if (!Array.isArray(types) || !types.every((type) => known.includes(type) && type !== "GEO")) {
      const message = `unavailableProductTypes is a list out of ${PRODUCT_TYPES.slice(1).join(", ")}`;
      throw new Refusal(422, "FIELD_TYPE_INVALID", message, [{ path: "unavailableProductTypes", message }]);
    }
    return sandbox.store.database.transaction(() => {
      const organization = {
        ...sandbox.organizations.read(id),
        unavailableProductTypes: types as string[],
      };
      sandbox.organizations.write(organization);
      return { json: organization };
    });
  },
};

/** `GET /_sandbox/organizations/{id}`: default and unavailable product types. */
export const readOrganization: ControlRoute = {
  method: "GET",
  path: "/organizations/{id}",
  run: ({ sandbox, params }) => ({ json: sandbox.organizations.read(params["id"] ?? "") }),
};
