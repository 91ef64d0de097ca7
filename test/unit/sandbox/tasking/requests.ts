/* eslint-disable typescript/no-explicit-any */
import type { Account } from "../../../../src/sandbox/accounts.ts";
import { NOW } from "../../../cli/stopped-clock.ts";
import { type Answer, type Bench, openBench } from "../service/open.ts";

/** Lisbon, the pier at Belém. */
export const LISBON = { type: "Point", coordinates: [-9.2081, 38.6931] };

/** The crater of Taal and the lake around it. */
export const TAAL = {
  type: "Polygon",
  coordinates: [
    [
      [120.92, 13.94],
      [121.08, 13.94],
      [121.08, 14.08],
      [120.92, 14.08],
      [120.92, 13.94],
    ],
  ],
};

export const at = (hours: number): string => new Date(NOW + hours * 3_600_000).toISOString();

/** A task over Lisbon for the next three days; `properties` and `rest` override. */
export const taskBody = (properties: object = {}, rest: object = {}): Record<string, unknown> => ({
  type: "Feature",
  geometry: LISBON,
  properties: { taskingrequestName: "Belém", windowOpen: at(0), windowClose: at(72), ...properties },
  ...rest,
});

export const repeatBody = (
  repetition: object = {},
  properties: object = {},
  rest: object = {},
): Record<string, unknown> => ({
  type: "Feature",
  geometry: LISBON,
  properties: {
    repeatRequestName: "Tejo",
    repetitionProperties: { repeatStart: at(0), repetitionInterval: 2, ...repetition },
    ...properties,
  },
  ...rest,
});

/** A sandbox whose clock moves only by `go`. */
export interface Sky extends Bench {
  go: (seconds: number) => Promise<void>;
  create: (body?: object, as?: Account) => Promise<any>;
  task: (id: string, as?: Account) => Promise<any>;
  patch: (id: string, status: string, as?: Account) => Promise<Answer>;
  set: (settings: object) => Promise<void>;
}

export async function openSky(options: Parameters<typeof openBench>[0] = {}): Promise<Sky> {
  const bench = await openBench({ archiveSize: 400, ...options });
  const { ask } = bench;
  await ask("POST", "/_sandbox/clock", { body: { mode: "manual", now: new Date(NOW).toISOString() } });
  const okay = ({ status, json, text }: Answer): unknown => {
    if (status >= 300) throw new Error(`${status} ${text}`);
    return json;
  };
  return {
    ...bench,
    go: async (seconds) => {
      okay(await ask("POST", "/_sandbox/clock", { body: { advance: seconds } }));
    },
    create: async (body = taskBody(), as) => okay(await ask("POST", "/task", { body, as })),
    task: async (id, as) => okay(await ask("GET", `/task/${id}`, { as })),
    patch: (id, status, as) => ask("PATCH", `/task/${id}/status`, { body: { status }, as }),
    set: async (settings) => {
      okay(await ask("POST", "/_sandbox/settings", { body: settings }));
    },
  };
}

export const idOf = (record: { properties: { taskingrequestId: string } }): string =>
  record.properties.taskingrequestId;

export const refusalOf = ({ status, json }: Answer): [number, string, string[]] => [
  status,
  json.error.code,
  json.error.detail.map(({ path }: { path: string }) => path),
];
