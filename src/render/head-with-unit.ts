/** `INCIDENCE °`: the head of a column with its unit, on a terminal and on a map page alike. */
export const headWithUnit = ({ header, unit }: { header: string; unit?: string | undefined }): string =>
  unit === undefined ? header : `${header} ${unit}`;
