import type { Footprint } from "../../orbit/footprint.ts";
import { DAY_MS } from "../../time/civil.ts";
import { collectFootprint, IMAGING_TYPES, type ImagingType, platformName, SATELLITES } from "../fleet.ts";
import {
  type Collect,
  type CollectionId,
  type Holdback,
  HOLDBACK_MS,
  type ProductType,
  productTypesOf,
} from "./collect.ts";
import { type Columns, isDescending, isLeft, isOpen, isVertical } from "./columns.ts";
import { collectId } from "./serial.ts";

/** Names for the numbers in the columns. */
export interface ViewContext {
  seed: number;
  organizationIds: readonly string[];
}

const HOLDBACK_KINDS = Object.keys(HOLDBACK_MS) as Holdback["kind"][];

/**
 * A collect whose properties are read from the columns on access. One view can visit all rows (`row` is writable), so
 * a search checks 100,000 collects without an object for each.
 */
export class CollectView implements Collect {
  #drawn: { row: number; footprint: Footprint } | undefined;

  constructor(
    readonly columns: Columns,
    readonly context: ViewContext,
    public row: number,
  ) {}

  get id(): string {
    const day = Math.floor(this.datetimeMs / DAY_MS);
    return collectId(this.context.seed, day, this.columns.serial[this.row] as number);
  }
  get satellite(): number {
    return this.columns.satellite[this.row] as number;
  }
  get platform(): string {
    return platformName(this.satellite);
  }
  get orbitalPlane(): Collect["orbitalPlane"] {
    return SATELLITES[this.satellite]?.plane ?? 45;
  }
  get datetimeMs(): number {
    return this.columns.timeMs[this.row] as number;
  }
  get startMs(): number {
    return this.datetimeMs - this.type.durationSeconds * 500;
  }
  get endMs(): number {
    return this.datetimeMs + this.type.durationSeconds * 500;
  }
  get observationDirection(): Collect["observationDirection"] {
    return isLeft(this.#flags) ? "left" : "right";
  }
  get orbitState(): Collect["orbitState"] {
    return isDescending(this.#flags) ? "descending" : "ascending";
  }
  get lookAngleDegrees(): number {
    return (this.columns.lookHundredths[this.row] as number) / 100;
  }
  get incidenceAngleDegrees(): number {
    return (this.columns.incidenceHundredths[this.row] as number) / 100;
  }
  get azimuthDegrees(): number {
    return (this.columns.azimuthHundredths[this.row] as number) / 100;
  }
  get squintAngleDegrees(): number {
    return (this.columns.squintHundredths[this.row] as number) / 100;
  }
  get type(): ImagingType {
    return IMAGING_TYPES[this.columns.typeIndex[this.row] as number] as ImagingType;
  }
  get polarization(): Collect["polarization"] {
    return isVertical(this.#flags) ? "VV" : "HH";
  }
  get center(): Collect["center"] {
    const { longitudeMicro, latitudeMicro } = this.columns;
    return [(longitudeMicro[this.row] as number) / 1e6, (latitudeMicro[this.row] as number) / 1e6];
  }
  get footprint(): Footprint {
    // A search reads this to filter, and again to build the response.
    if (this.#drawn?.row !== this.row) {
      const { satellite, datetimeMs, center, type } = this;
      const footprint = collectFootprint({ satellite, timeMs: datetimeMs, center, type });
      this.#drawn = { row: this.row, footprint };
    }
    return this.#drawn.footprint;
  }
  get geometry(): Collect["geometry"] {
    return this.footprint.geometry;
  }
  get bbox(): Collect["bbox"] {
    return this.footprint.bbox;
  }
  get productTypes(): ProductType[] {
    return productTypesOf(this.columns.productMask[this.row] as number);
  }
  get collectionId(): CollectionId {
    return isOpen(this.#flags) ? "vendor-open-data" : "vendor-archive";
  }
  get holdback(): Holdback | undefined {
    const code = (this.columns.holdback[this.row] as number) - 1;
    if (code < 0 || this.context.organizationIds.length === 0) return undefined;
    const kind = HOLDBACK_KINDS[code % 3] as Holdback["kind"];
    const { organizationIds } = this.context;
    const organizationId = organizationIds[Math.floor(code / 3) % organizationIds.length] as string;
    return { organizationId, kind, untilMs: this.datetimeMs + HOLDBACK_MS[kind] };
  }
  get #flags(): number {
    return this.columns.flags[this.row] as number;
  }
}

/** Returns the view's row as plain data that can be kept, spread and sent to a worker. */
export function plainCollect(view: CollectView): Collect {
  const { geometry, bbox } = view.footprint;
  return {
    id: view.id,
    satellite: view.satellite,
    platform: view.platform,
    orbitalPlane: view.orbitalPlane,
    datetimeMs: view.datetimeMs,
    startMs: view.startMs,
    endMs: view.endMs,
    observationDirection: view.observationDirection,
    orbitState: view.orbitState,
    lookAngleDegrees: view.lookAngleDegrees,
    incidenceAngleDegrees: view.incidenceAngleDegrees,
    azimuthDegrees: view.azimuthDegrees,
    squintAngleDegrees: view.squintAngleDegrees,
    type: view.type,
    polarization: view.polarization,
    center: view.center,
    geometry,
    bbox,
    productTypes: view.productTypes,
    collectionId: view.collectionId,
    holdback: view.holdback,
  };
}
