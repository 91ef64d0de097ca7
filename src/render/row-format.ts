/**
 * A format that is written piece by piece, so that rows appear as pages arrive and memory stays bounded. One object
 * serves one output: call `open` once, `row` for each record, `close` once; each returns text that is ready to write,
 * line ends included. A format with no records is still a valid document.
 */
export interface RowFormat<T> {
  open(): string;
  row(record: T): string;
  close(): string;
}
