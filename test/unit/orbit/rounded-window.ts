import type { PassWindow } from "../../../src/orbit/pass-windows.ts";

/** Times in ms, angles to a millionth of a degree: floats differ in their last digit with the start of a search. */
export const rounded = (window: PassWindow): unknown =>
  JSON.parse(
    JSON.stringify(window, (_key, value: unknown) =>
      typeof value === "number" && !Number.isInteger(value) ? value.toFixed(6) : value,
    ),
  );
