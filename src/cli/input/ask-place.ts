/** Asks for a place; returns a position, or undefined for anywhere. */
import type { Position } from "../../geo/geojson.ts";
import { checkPosition } from "../../geo/position.ts";
import { readWrittenPosition } from "../../geo/position-text.ts";
import type { Choice, World } from "../world.ts";
import type { Context } from "../context.ts";
import { askSearch, askText } from "./prompt.ts";

const ANYWHERE: Choice = { value: "", name: "anywhere" };

export async function askPlace(world: World): Promise<Position | undefined> {
  const { placeChoices } = await import("./place-choices.ts");
  const find = (typed: string): Choice[] => {
    if (typed.trim() === "") return [ANYWHERE];
    const position = /\d/.test(typed) ? readTypedPosition(typed) : undefined;
    if (position !== undefined) return [{ value: position.join(","), name: position.join(",") }];
    return placeChoices(typed);
  };
  const answer = await askSearch(world, "Over which place? (a name, or lon,lat)", find);
  return answer === "" ? undefined : (answer.split(",").map(Number) as [number, number]);
}

/** Asks for the radius around a place until the answer is readable; returns undefined for the point itself. */
export async function askRadius({
  world,
  notes,
  signal,
}: Context): Promise<{ km: number; text: string } | undefined> {
  const { readDistance } = await import("../../domain/readers.ts");
  for (;;) {
    signal.throwIfAborted();
    const text = (await askText(world, "How far around? (such as 20km; Enter: only this point)")).trim();
    if (text === "") return undefined;
    const read = readDistance(text);
    if (read.ok) return { km: read.value, text };
    notes.note(`  ${JSON.stringify(text)} ${read.rule}`);
  }
}

/** Reads `-9.14,38.71`, longitude first, or with letters in either order. */
function readTypedPosition(typed: string): Position | undefined {
  const written = readWrittenPosition(typed);
  if (written !== undefined) return written.ok ? written.position : undefined;
  const checked = checkPosition(
    typed.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))),
  );
  return checked.ok ? checked.position : undefined;
}
