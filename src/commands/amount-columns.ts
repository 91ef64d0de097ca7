/** The numbers of an amount in csv and tsv, beside the text that people read. */
import { amountIn, type Amount } from "../domain/spending/money.ts";
import { committedText, type Price } from "../domain/spending/price.ts";
import type { MapPrice } from "../render/map-page.ts";
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
    only: "sheet",
  },
  {
    key: `${key}.currency`,
    header: `${key} currency`.toUpperCase(),
    value: (row) => amountOf(row)?.currency,
    only: "sheet",
  },
];

/** An amount for a map page, with the text that people read for it, where that is the same amount. */
export const writtenAmount = (amount: Amount, text: string | undefined): MapPrice =>
  amountIn(text)?.amount === amount.amount ? { ...amount, text } : amount;

/** The most that a row costs, on a terminal, beside a price that may be that of one image. */
export const committedColumn = <Row>(priceOf: (row: Row) => Price | undefined): Column<Row> => ({
  key: "committed",
  header: "COMMITTED",
  value: (row) => committedText(priceOf(row)),
  align: "right",
  only: "screen",
});
