/** Rows that arrive a page at a time: whoever writes them may write a page at once, everybody else sees rows. */
export class PagedRows<Row> implements AsyncIterable<Row> {
  readonly pages: AsyncIterable<readonly Row[]>;

  constructor(pages: AsyncIterable<readonly Row[]>) {
    this.pages = pages;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const page of this.pages) yield* page;
  }
}

/** The pages of any rows; rows that come one by one are pages of one. */
export async function* pagesOf<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
): AsyncGenerator<readonly Row[]> {
  if (rows instanceof PagedRows) yield* rows.pages as AsyncIterable<readonly Row[]>;
  else for await (const row of rows) yield [row];
}
