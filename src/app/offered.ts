/** A list of choices. */
export interface OfferedList {
  offered: readonly Offered[];
  /** Headings of the lines and of their ends. */
  head?: Pick<Offered, "line" | "base" | "end">;
  /** Whether there are, or may be, more. */
  isCut?: boolean;
}

/** One of several choices instead of a typed id. */
export interface Offered {
  /** The value for the command. */
  id: string;
  /** Its description, in one line that may be cut at its end. */
  line: string;
  /** The line without its last column, which a narrow terminal drops. */
  base?: string;
  /** The deciding value, such as its price or its status: never cut. */
  end: string;
  /** Further text for the search. */
  words?: string;
  /** In the service's format. */
  price?: string | undefined;
}
