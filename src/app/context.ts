/**
 * The context of the functions of `app/`, in addition to their input. Each declares only the properties that it uses:
 * `Pick<AppContext, "service" | "clock">`.
 */
import type { Service } from "./service/service.ts";
import type { Surroundings } from "./surroundings.ts";

export interface AppContext extends Surroundings {
  /** The service connection of the profile, with the spend journal that guards it. */
  readonly service: Service;
}
