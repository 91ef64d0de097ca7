/** A list to choose from. */
export interface Offer {
  offered: readonly Offered[];
  /** What stands above the columns of the lines and of their ends. */
  head?: Pick<Offered, "line" | "end">;
  /** There are or may be more. */
  isCut?: boolean;
}

/** One of several things that a person may choose instead of typing its id. */
export interface Offered {
  /** What is given to the command. */
  id: string;
  /** What it is, in one line that may be cut at its end. */
  line: string;
  /** What decides, such as its price or its status: never cut. */
  end: string;
  /** Further text by which it can be searched. */
  words?: string;
  /** As the service writes it. */
  price?: string | undefined;
}
