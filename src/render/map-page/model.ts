/**
 * The contents of a map page. Commands create them; `page-data.ts` converts them to the data of the page's script.
 */
import { boxToPolygon } from "../../geo/bbox.ts";
import type { Geometry } from "../../geo/geojson.ts";
import { MeasuredArea } from "../../geo/overlay.ts";
import { isRegion } from "../../geo/polygon.ts";
import type { ProgramName } from "../../hint.ts";
import { roundPercent } from "../quantity-text.ts";

export interface MapPage {
  title: string;
  /** Time of reading the rows and their prices, as an ISO time. */
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
  /** Format of this run's next commands. */
  command?: MapCommand;
}

export interface MapColumn {
  key: string;
  header: string;
  unit?: string;
}

/**
 * `text` is in the service's format, if there is one. The page shows it unchanged and formats sums in the same way.
 */
export interface MapPrice {
  amount: number;
  currency: string;
  text?: string;
}

export interface MapRow {
  /** Unique in the page when commands are made of it. */
  id: string;
  geometry?: Geometry | null;
  /** By the key of the column: text, numbers, lists, unchanged from the service. */
  values: Readonly<Record<string, unknown>>;
  /** Time of collection or start: an ISO time. */
  time?: string;
  price?: MapPrice;
  /** Share of the requested area, 0 to 1; measured by the page if it is missing. */
  share?: number;
  /** Its items in an order body, for the saved file and the commands. */
  orderItems?: readonly unknown[] | undefined;
  /** The command of a row that no order buys, as words after the program's name. */
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

// * The share that rows cover together, of the area asked for or of the ground. Node measures each row, the page the
// ticked ones.

/** Measures coverage of the area, or of the ground where no area was asked for. */
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
