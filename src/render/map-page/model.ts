/** The contents of a map page, as commands create them. `page-data.ts` converts them for the page's script. */
import { boxToPolygon } from "../../geo/bbox.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { MeasuredArea } from "../../geo/overlay.ts";
import { isRegion } from "../../geo/polygon.ts";
import type { ProgramName } from "../../hint.ts";
import { roundPercent } from "../quantity-text.ts";

export interface MapPage {
  title: string;
  /** ISO time at which the rows and their prices were read. */
  madeAt?: string;
  columns: readonly MapColumn[];
  /** The key of the column whose values colour the footprints at first. */
  colourBy?: string;
  rows: readonly MapRow[];
  /** Number of rows that the page omits. */
  omitted?: number;
  /** The requested area, to which coverage refers. */
  area?: Geometry;
  /** Requested places, such as the targets of a campaign. */
  targets?: readonly MapMark[];
  /** Sentences about all rows, such as a total, without a full stop. */
  facts?: readonly string[];
  /** How the page writes commands that continue this run. */
  command?: MapCommand;
}

export interface MapColumn {
  key: string;
  header: string;
  unit?: string;
}

/** A price, with the text of the service if there is one. The page shows the text unchanged and writes sums like it. */
export interface MapPrice {
  amount: number;
  currency: string;
  text?: string;
}

export interface MapRow {
  /** The row's id, unique in a page whose commands contain ids. */
  id: string;
  geometry?: Geometry | null;
  /** Values by column key, unchanged from the service: texts, numbers and lists. */
  values: Readonly<Record<string, unknown>>;
  /** ISO time of the collection, or of the start of a task or window. */
  time?: string;
  /** ISO time of the last scene of a row of several: the end of its part of the page's days. */
  lastTime?: string;
  price?: MapPrice;
  /** Share of the requested area that the row covers, 0 to 1. A missing share is computed from the geometry. */
  share?: number;
  /** The row's items in an order body, for the saved file and the commands. */
  orderItems?: readonly unknown[] | undefined;
  /** The command of a row that cannot be ordered, such as a task, as words after the program's name. */
  command?: readonly string[];
  /** A `data:` URL of a PNG or JPEG. */
  picture?: string;
  /** The collect of the row's product. Rows of one scene are adjacent, each with its own tick. */
  scene?: { id: string; name: string; product: string };
}

/** A named place or shape in addition to the rows. */
export interface MapMark {
  name: string;
  geometry: Geometry;
}

export interface MapCommand {
  /** The program's name as typed. */
  program?: ProgramName;
  /** The flags that select the service and the account, as words: `["--profile", "north"]`. */
  carried: readonly string[];
  /** The shell that the page offers first. */
  shell: "posix" | "powershell";
  /** The words of the command that takes the ids of rows; absent if no command does. */
  ofIds?: readonly string[];
  /** The command for the page with prices; absent if it has prices, or none are available. */
  withPrices?: string;
}

// Coverage is measured in two places: by Node for each row, and in the page for the ticked rows together.

/** Measures the share of the requested area that rows cover, or their surface if no area was requested. */
export class Coverage {
  readonly isOfArea: boolean;
  private readonly frame: MeasuredArea;

  constructor(area: Geometry | undefined) {
    const frame = isRegion(area) ? new MeasuredArea(area) : undefined;
    this.isOfArea = frame !== undefined && frame.km2 > 0;
    this.frame = this.isOfArea ? frame! : new MeasuredArea(boxToPolygon([-180, -90, 180, 90]));
  }

  together(geometries: readonly (Geometry | null)[]): { percent?: number; km2?: number } {
    const ground = this.frame.covered(geometries.filter((geometry) => geometry !== null));
    return this.isOfArea ? { percent: roundPercent(this.frame.coverOf(ground).share) } : { km2: ground.km2 };
  }
}
