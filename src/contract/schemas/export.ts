/** `POST /catalog/archive-export/presigned`. */
import * as z from "zod/mini";
import { EXPORT_FORMATS, EXPORT_TYPES } from "../vocabulary.ts";
import { makeEnum, texts } from "./fields.ts";
import { makeMemberRule } from "./rule.ts";

export const PresignBody = z
  .looseObject({
    exportType: makeEnum(EXPORT_TYPES),
    exportFormat: z.optional(makeEnum(EXPORT_FORMATS)),
    fileNames: z.optional(texts),
  })
  .check(
    makeMemberRule(function* ({ exportFormat, fileNames }) {
      // Spec silent: an empty list of names. We treat it as absent.
      const hasNames = fileNames !== undefined && !(Array.isArray(fileNames) && fileNames.length === 0);
      if (exportFormat !== undefined && hasNames) {
        yield {
          code: "EXPORT_SELECTOR_CONFLICT",
          path: ["fileNames"],
          message: "exportFormat and fileNames are both given",
          rule: "give exactly one of exportFormat and fileNames",
        };
      }
      if (exportFormat === undefined && !hasNames) {
        yield {
          code: "EXPORT_SELECTOR_MISSING",
          path: ["exportFormat"],
          message: "exportFormat or fileNames is required",
          rule: "give exactly one of exportFormat and fileNames",
        };
      }
    }),
  );
