/**
 * Tables of hundreds of rows that differ in one value each: `npm test` and `npm run test:long` prove a fixed sample, spread evenly, and
 * `npm run test:all` proves every row.
 */
export const PROVES_ALL = process.env["SWATH_TEST_ALL"] === "1";

/** Returns one row in `every`. Two tests of the same table give a different `first`, so that they prove different rows. */
export const sampled = <R>(rows: readonly R[], every: number, first = 0): R[] =>
  PROVES_ALL ? [...rows] : rows.filter((_, index) => index % every === first % every);
