/** The numbers of an amount in csv and tsv, beside the text that people read. */
import type { Amount } from "../domain/spending/money.ts";
import type { Column } from "../render/column.ts";

/** Columns `<key>.amount` and `<key>.currency`, as the same numbers are called in JSON. */
export const amountColumns = <Row>(
  key: string,
  amountOf: (row: Row) => Partial<Amount> | null | undefined,
): Column<Row>[] => [
  {
    key: `${key}.amount`,
    header: `${key} amount`.toUpperCase(),
    value: (row) => amountOf(row)?.amount,
    align: "right",
    sheet: true,
  },
  {
    key: `${key}.currency`,
    header: `${key} currency`.toUpperCase(),
    value: (row) => amountOf(row)?.currency,
    sheet: true,
  },
];
