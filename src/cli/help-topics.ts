/** `swath help environment | exit-codes | settings`: the tables, as text. */
import { EXIT_CODES } from "../errors.ts";
import { ENVIRONMENT, SETTINGS, type SettingRow } from "./settings-table.ts";
import { flagName } from "./settings.ts";

const lines = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join("");
};

const TOPICS: Readonly<Record<string, () => string>> = {
  "exit-codes": () => `Exit codes:\n${lines(Object.entries(EXIT_CODES))}`,
  environment: () => {
    const ours = Object.values(SETTINGS as Record<string, SettingRow>).flatMap(({ env, summary }) =>
      env === undefined ? [] : [[env, summary] as const],
    );
    return `Environment variables:\n${lines([...ours, ...Object.entries(ENVIRONMENT)])}`;
  },
  settings: () => {
    const rows = Object.values(SETTINGS as Record<string, SettingRow>).map(
      ({ option, env, profileKey, summary }) => {
        const places = [
          option === undefined ? undefined : flagName(option),
          env,
          profileKey && `profile ${profileKey}`,
        ];
        return [summary, places.filter((place) => place !== undefined).join(" > ")] as const;
      },
    );
    return `Settings, first place wins:\n${lines(rows)}`;
  },
};

/** The text of a topic, or undefined when there is no such topic. */
export function helpTopic(name: string): string | undefined {
  return Object.hasOwn(TOPICS, name) ? TOPICS[name]?.() : undefined;
}
