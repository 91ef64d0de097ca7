/** Builds the body that requests links of export files. */
import type { ExportFormat, ExportType } from "../../contract/vocabulary.ts";

export interface ExportWish {
  type?: ExportType | undefined;
  format?: ExportFormat | undefined;
  /** Exact names. */
  fileNames?: readonly string[] | undefined;
}

/**
 * Returns the body merged over `base`. A format and names are kept together: the body's own rule reports this
 * conflict.
 */
export function presignBody(
  { type, format, fileNames }: ExportWish,
  base: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    ...base,
    ...(type !== undefined && { exportType: type }),
    ...(format !== undefined && { exportFormat: format }),
    ...(fileNames !== undefined && { fileNames: [...new Set(fileNames)] }),
  };
}
