import { type Collect, type Holdback, HOLDBACK_MS, PRODUCT_TYPES } from "../archive/collect.ts";
import { collectFootprint, platformName } from "../fleet.ts";
import { imagingTypeOf } from "./collection-types.ts";
import type { CollectFacts, CollectsTable, StoredCollect } from "./collects-table.ts";

/** A collect of a task and the requested product types. */
export interface TaskedCollect {
  collect: Collect;
  /** As in the task, including VS. */
  productTypes: readonly string[];
  readyMs: number;
}

/** Collects of completed tasks in the form that the catalog, orders and images use. */
export class TaskedCollects {
  /** A finished collect never changes. Its time is part of the key, because a reset store reuses its ids. */
  readonly #built = new Map<string, TaskedCollect>();

  constructor(private readonly table: CollectsTable) {}

  find(collectId: string, nowMs: number): TaskedCollect | undefined {
    return this.#build(this.table.find(collectId, nowMs));
  }

  findByShortId(shortId: string, nowMs: number): TaskedCollect | undefined {
    return this.#build(this.table.findByShortId(shortId, nowMs));
  }

  list(nowMs: number): TaskedCollect[] {
    return this.table.listReady(nowMs).flatMap((stored) => this.#build(stored) ?? []);
  }

  #build(stored: StoredCollect | undefined): TaskedCollect | undefined {
    if (stored?.readyMs === undefined || stored.facts === undefined) return undefined;
    const { collectId, readyMs, plan, facts } = stored;
    const key = `${collectId}/${readyMs}/${JSON.stringify(plan)}`;
    const known = this.#built.get(key);
    if (known !== undefined) return known;
    const tasked = { collect: toCollect(stored, facts), productTypes: facts.productTypes, readyMs };
    this.#built.set(key, tasked);
    return tasked;
  }
}

/** Returns until when only the organization of the task sees the collect. */
function holdbackOf({ archiveHoldback, organizationId }: CollectFacts, timeMs: number): Holdback | undefined {
  if (!Object.hasOwn(HOLDBACK_MS, archiveHoldback)) return undefined;
  const kind = archiveHoldback as Holdback["kind"];
  return { organizationId, kind, untilMs: timeMs + HOLDBACK_MS[kind] };
}

const hundredths = (degrees: number): number => Math.round(degrees * 100) / 100;

function toCollect({ collectId, plan }: StoredCollect, facts: CollectFacts): Collect {
  const type = imagingTypeOf(facts.collectionType);
  return {
    id: collectId,
    satellite: plan.satellite,
    platform: platformName(plan.satellite),
    orbitalPlane: plan.plane,
    datetimeMs: plan.timeMs,
    startMs: plan.startMs,
    endMs: plan.endMs,
    observationDirection: plan.side,
    orbitState: plan.ascending ? "ascending" : "descending",
    lookAngleDegrees: hundredths(plan.lookAngleDegrees),
    incidenceAngleDegrees: hundredths(plan.incidenceAngleDegrees),
    azimuthDegrees: hundredths(plan.azimuthDegrees) % 360,
    squintAngleDegrees: hundredths(plan.squintAngleDegrees),
    type,
    // Spec silent: values of `polarization`. The sandbox images HH by default, and VV on request.
    polarization: facts.polarization.toUpperCase() === "VV" ? "VV" : "HH",
    center: plan.center,
    ...collectFootprint({ ...plan, type }),
    productTypes: PRODUCT_TYPES.filter((type) => facts.productTypes.includes(type)),
    collectionId: "vendor-archive",
    holdback: holdbackOf(facts, plan.timeMs),
  };
}
