/** What people say about export files -> the body that asks for their links. */
import type { ExportFormat, ExportType } from "../../contract/vocabulary.ts";

export interface ExportWish {
  type?: ExportType | undefined;
  format?: ExportFormat | undefined;
  /** Exact names. */
  fileNames?: readonly string[] | undefined;
}

/**
 * The body over `base`. A format and names together stay together: that this is a conflict is the body's own rule.
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
