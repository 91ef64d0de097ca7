/** Replaces an organization's list of default product types, after showing the new list and asking. */
import { requireConsent } from "../../money/consent.ts";
import type { AppContext } from "../context.ts";
import type { DefaultProductType } from "../../domain/tasking/org-defaults.ts";
import type { BodyOf } from "../../contract/schemas.ts";

export interface DefaultsRequest {
  id: string;
  body: BodyOf<"updateOrganization">;
}

export type UpdatedOrganization = Record<string, unknown> & {
  id: string;
  defaultProductTypes?: readonly DefaultProductType[];
};

export async function updateOrganization(
  context: AppContext,
  { id, body }: DefaultsRequest,
): Promise<UpdatedOrganization> {
  const { service, events } = context;
  if (!service.isDryRun) {
    for (const { productType, required } of body.defaultProductTypes)
      events.note(`  ${productType}  ${required ? "required" : "optional"}`);
    const count = body.defaultProductTypes.length;
    await requireConsent(
      context,
      `This replaces the whole list of default product types of organization ${id} with ${count === 1 ? "this one" : `these ${count}`}. Go on?`,
    );
  }
  const reply = await service.client.updateOrganization({ params: { id }, body });
  events.note(`Organization ${id} updated`);
  // Some services respond with an empty body, and the organization cannot be read back.
  return Array.isArray(reply["defaultProductTypes"])
    ? { id, ...reply }
    : { id, ...reply, defaultProductTypes: body.defaultProductTypes };
}
