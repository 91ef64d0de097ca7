/** `INCIDENCE °`: a column heading with its unit, on a terminal and on a map page. */
export const headWithUnit = ({ header, unit }: { header: string; unit?: string | undefined }): string =>
  unit === undefined ? header : `${header} ${unit}`;
