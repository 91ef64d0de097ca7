/** Explains a repeat request, in sentences. It loads the places: import it lazily. */
import { timeForPeople } from "../../time/timestamp.ts";
import { objectOf } from "../../contract/json-object.ts";
import { describePosition } from "../../places/describe-position.ts";
import type { Position } from "../../geo/geojson.ts";
import { constraintLines } from "./explain-request.ts";

/** Explains a validated body. */
export function seriesText(body: unknown): string[] {
  const { geometry, properties } = objectOf(body);
  const position = objectOf(geometry)["coordinates"] as Position;
  const { repetitionProperties, collectConstraints, collectionTier, collectionType, preApproval } =
    objectOf(properties);
  const { repeatStart, repeatEnd, repetitionEnd, repetitionInterval, repetitionCount } =
    objectOf(repetitionProperties);
  const every =
    typeof repetitionInterval === "number"
      ? repetitionInterval === 1
        ? "every day"
        : `every ${repetitionInterval} days`
      : "as often as the service chooses";
  const end = repeatEnd ?? repetitionEnd;
  const until =
    typeof repetitionCount === "number"
      ? `until ${repetitionCount} images are collected`
      : typeof end === "string"
        ? `until ${timeForPeople(end)}`
        : "until it is cancelled";
  const start =
    typeof repeatStart === "string"
      ? `from ${timeForPeople(repeatStart)} on`
      : "from when the service chooses";
  const left = [
    ...(collectionTier === undefined ? ["tier"] : []),
    ...(collectionType === undefined ? ["collection type"] : []),
  ];
  const isPreApproved = preApproval === true || objectOf(body)["preApproval"] === true;
  return [
    `A series of images of the point at ${position.slice(0, 2).join(",")} (longitude, latitude): ${describePosition(position).text}.`,
    `One is requested ${every}, ${start}, ${until}.`,
    ...constraintLines({ constraints: { ...objectOf(collectConstraints) } }),
    ...(left.length === 0 ? [] : [`Left to the service: ${left.join(", ")}.`]),
    isPreApproved
      ? "Pre-approved: it costs money as soon as it is sent, without a cost review."
      : "Asking costs nothing: the estimate comes in review, and nothing is spent until it is approved.",
  ];
}
