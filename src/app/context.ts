/**
 * What the functions of `app/` are given besides their input. They name only the members that they use:
 * `Pick<AppContext, "service" | "clock">`.
 */
import type { Service } from "./service/service.ts";
import type { Surroundings } from "./surroundings.ts";

export interface AppContext extends Surroundings {
  /** The service connection of the profile, with the spend journal that guards it. */
  readonly service: Service;
}
