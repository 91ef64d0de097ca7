/** The context of the functions of `app/`, in addition to their input. A front end creates one per run. */
import type { Service } from "./service/open-service.ts";
import type { Surroundings } from "./surroundings.ts";

export interface AppContext extends Surroundings {
  /** The service connection of the profile, with the spend journal that guards it. */
  readonly service: Service;
}
