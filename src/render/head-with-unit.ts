/** Returns a column heading with its unit, such as `INCIDENCE °`, for a terminal and a map page. */
export const headWithUnit = ({ header, unit }: { header: string; unit?: string | undefined }): string =>
  unit === undefined ? header : `${header} ${unit}`;
