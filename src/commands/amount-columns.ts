/** The numbers of an amount in csv and tsv, in addition to its text. */
import { readAmount, type Amount } from "../domain/price/money.ts";
import { formatCommittedColumn, type Price } from "../domain/price/price.ts";
import type { MapPrice } from "../render/map-page.ts";
import type { Column } from "../render/column.ts";

/** Returns columns `<key>.amount` and `<key>.currency`, with the names of the numbers in JSON. */
export const makeAmountColumns = <Row>(
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

/** Returns an amount for a map page, with its text if it is the same amount. */
export const toMapPrice = (amount: Amount | undefined, text: string | undefined): MapPrice | undefined =>
  amount && readAmount(text)?.amount === amount.amount ? { ...amount, text } : amount;

/** Returns the column of a row's maximum cost, on a terminal, beside a price that may be for one image. */
export const makeCommittedColumn = <Row>(priceOf: (row: Row) => Price | undefined): Column<Row> => ({
  key: "committed",
  header: "COMMITTED",
  value: (row) => formatCommittedColumn(priceOf(row)),
  align: "right",
  only: "screen",
});
