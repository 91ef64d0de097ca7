/** Rows that arrive page by page. A writer may write a page at once; other readers iterate over single rows. */
export class PagedRows<Row> implements AsyncIterable<Row> {
  readonly pages: AsyncIterable<readonly Row[]>;

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const page of this.pages) yield* page;
  }
}

/** Whether the rows arrive one after the other, while earlier ones are written. */
export const isStream = (data: unknown): data is AsyncIterable<unknown> =>
  typeof data === "object" && data !== null && Symbol.asyncIterator in data;

/** Returns the same data; `take` receives the pages of a stream as they pass. */
export function watchPages<Data>(data: Data, take: (page: readonly unknown[]) => void): Data {
  if (!isStream(data)) return data;
  const pages = async function* (): AsyncGenerator<readonly unknown[]> {
    for await (const page of toPages(data)) {
      take(page);
      yield page;
    }
  };
  return new PagedRows(pages()) as Data;
}

const PAGE_ROWS = 500;

/**
 * Yields the pages of any rows: rows of a stream become pages of one row; rows in an array are split without waiting.
 */
export async function* toPages<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<readonly Row[]> {
  if (rows instanceof PagedRows) yield* rows.pages as AsyncIterable<readonly Row[]>;
  else if (Symbol.asyncIterator in rows) for await (const row of rows) yield [row];
  else yield* cut(rows);
}

function* cut<Row>(rows: Iterable<Row>): Generator<readonly Row[]> {
  let page: Row[] = [];
  for (const row of rows) {
    page.push(row);
    if (page.length < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
