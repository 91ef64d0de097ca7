/** The contents of a map page. Commands make them; `page-data.ts` turns them into the data of the page's script. */
import type { Geometry } from "../../geo/geojson.ts";
import type { ProgramName } from "../../hint.ts";

export interface MapPage {
  title: string;
  /** When the rows were read, as an ISO time. */
  madeAt?: string;
  columns: readonly MapColumn[];
  /** The key of the column whose values colour the footprints at first. */
  colourBy?: string;
  rows: readonly MapRow[];
  /** Number of rows that the page omits. */
  omitted?: number;
  /** The area asked for. Coverage is its share. */
  area?: Geometry;
  /** Places that are wanted, such as the targets of a campaign. */
  targets?: readonly MapMark[];
  /** Ground tracks or the strips that passes can reach. */
  passes?: readonly MapMark[];
  /** When the prices of the rows were read, as an ISO time. */
  pricesReadAt?: string;
  /** Sentences about all rows, such as a total, without a full stop. */
  facts?: readonly string[];
  /** How this run's next commands are written. */
  command?: MapCommand;
}

export interface MapColumn {
  key: string;
  header: string;
  unit?: string | undefined;
  align?: "left" | "right" | undefined;
}

/** `text`: as the service wrote it, where one did. The page shows it so, and sums in the same spelling. */
export interface MapPrice {
  amount: number;
  currency: string;
  text?: string;
}

export interface MapRow {
  /** Unique in the page where commands are made of it. */
  id: string;
  geometry?: Geometry | null;
  /** By the key of the column: text, numbers, lists, as the service sent them. */
  values: Readonly<Record<string, unknown>>;
  /** When it was collected or begins: an ISO time. */
  time?: string;
  price?: MapPrice;
  /** Share of the area asked for, 0 to 1; the page measures it if it is missing. */
  share?: number;
  /** That of its row in the table, which the next command on the same terminal takes. */
  number?: number;
  /** An item of an order body, for the saved file and the commands. */
  orderItem?: unknown;
  /** The items of a row that represents several. */
  orderItems?: readonly unknown[];
  /** A `data:` URL of a PNG or JPEG. */
  picture?: string;
  /** The collect of the row's product. Rows of one scene are adjacent, each with its own tick. */
  scene?: { id: string; name: string; product: string };
}

/** A named place or shape beside the rows. */
export interface MapMark {
  name: string;
  geometry: Geometry;
  /** An ISO time, for a pass. */
  time?: string;
}

export interface MapCommand {
  /** How the program is typed. */
  program?: ProgramName;
  /** The flags that choose the service and the account, as words: `["--profile", "north"]`. */
  carried: readonly string[];
  /** The shell that the page proposes. */
  shell: "posix" | "powershell";
  /** How to make the page with prices; absent where it has some, or none can be read. */
  withPrices?: string;
}
