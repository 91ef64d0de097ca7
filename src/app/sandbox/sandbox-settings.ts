import type { Context } from "../../cli/context.ts";
import {
  SETTING_CHOICES,
  DEFAULT_SETTINGS,
  type SettingName,
  type Settings,
  VARIANTS,
} from "../../sandbox/settings.ts";
import { withControl } from "./control.ts";
import type { SettingChange } from "../../commands/sandbox/parse-setting.ts";

export interface SettingRow {
  name: string;
  /** In force now. */
  value: unknown;
  default: unknown;
  choices?: readonly (string | number)[];
}

/** All settings, or the one that was named, after the change. */
export async function sandboxSettings(
  context: Context,
  change: SettingChange | undefined,
): Promise<SettingRow[]> {
  const isChange = change !== undefined && change.value !== undefined;
  const settings = await withControl(context, { changes: isChange }, ({ ask }) =>
    isChange
      ? ask<Settings>("POST", "/settings", { [change.name]: change.value })
      : ask<Settings>("GET", "/settings"),
  );
  const names = change === undefined ? (Object.keys(DEFAULT_SETTINGS) as SettingName[]) : [change.name];
  return names.map((name) => ({
    name,
    value: settings[name],
    default: DEFAULT_SETTINGS[name],
    ...(choicesOf(name) !== undefined && { choices: choicesOf(name) }),
  }));
}

function choicesOf(name: SettingName): SettingRow["choices"] {
  return name === "variant" ? Object.keys(VARIANTS) : SETTING_CHOICES[name];
}
