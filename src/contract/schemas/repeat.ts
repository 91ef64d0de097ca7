/** `POST /repeat-requests`. */
import * as z from "zod/mini";
import { CollectConstraints, checkSquint } from "./constraints.ts";
import { filledText, flag, holdback, integerFromOne, number, repeatTier, text, timestamp } from "./fields.ts";
import { RepeatGeometry } from "./geometry.ts";
import { featureType, checkPlacement } from "./task.ts";
import { ProcessingConfig } from "./products.ts";
import { checkRepetition, repetitionInterval } from "./repetition.ts";
import { withExpectation, makeMemberRule } from "./rule.ts";

const RepetitionProperties = z.looseObject({
  repeatStart: z.optional(timestamp),
  repeatEnd: z.optional(timestamp),
  repetitionEnd: z.optional(timestamp),
  repetitionInterval: z.optional(repetitionInterval),
  repetitionCount: z.optional(integerFromOne),
  maintainSceneFraming: z.optional(flag),
  lookAngleTolerance: z.optional(number),
  azimuthAngleTolerance: z.optional(number),
});

const RepeatProperties = withExpectation(
  z
    .looseObject({
      repeatRequestName: z.optional(text),
      repeatRequestDescription: z.optional(text),
      repeatrequestName: z.optional(text),
      repeatrequestDescription: z.optional(text),
      repetitionProperties: z.optional(RepetitionProperties),
      repetitionCount: z.optional(integerFromOne),
      collectionTier: z.optional(repeatTier),
      collectionType: z.optional(filledText),
      collectConstraints: z.optional(CollectConstraints),
      customAttribute1: z.optional(text),
      customAttribute2: z.optional(text),
      // Not in the repeat table, but the state table mentions pre-approved repeat requests.
      preApproval: z.optional(flag),
      archiveHoldback: z.optional(holdback),
      processingConfig: z.optional(ProcessingConfig),
    })
    .check(
      makeMemberRule(function* (properties) {
        yield* checkRepetition([
          { path: ["repetitionProperties"], object: properties["repetitionProperties"] },
          { path: [], object: properties },
        ]);
        yield* checkSquint(properties);
      }),
    ),
  { code: "PROPERTIES_REQUIRED", expected: "an object" },
);

export const RepeatBody = z
  .looseObject({
    type: featureType,
    geometry: RepeatGeometry,
    contractId: z.optional(text),
    properties: RepeatProperties,
    preApproval: z.optional(flag),
  })
  .check(makeMemberRule(checkPlacement));
