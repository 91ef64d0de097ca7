/** The view of a newly started sandbox: its address, its users, and the next command. */
import type { StartedSandbox } from "../../app/sandbox/run-sandbox.ts";
import { recordView } from "../../cli/output/view.ts";
import { detail } from "../../render/detail.ts";
import type { Account } from "../../sandbox/accounts.ts";

const COLUMNS = [
  { key: "name", header: "USER", value: ({ name }: Account) => name, fixed: true },
  { key: "apiKey", header: "KEY", value: ({ apiKey }: Account) => apiKey, fixed: true },
  { key: "organization", header: "ORGANIZATION", value: ({ organization }: Account) => organization },
];

export const startedView = recordView<StartedSandbox>({
  text: async (started, { paint, width, program = "swath" }) => {
    const { table } = await import("../../render/table.ts");
    const { url, pid, store, seed, archiveSize, clock, variant, users, log } = started;
    const [member] = users;
    const facts = detail(
      [
        ["Sandbox", url],
        ["Process", pid],
        ["Store", store === "memory" ? "memory, gone when it stops" : store],
        ["Archive", `${archiveSize} collects, seed ${seed}`],
        ["Clock", `${clock.now} (${clock.mode === "speed" ? `${clock.speed} times as fast` : clock.mode})`],
        ["Variant", variant === "" ? undefined : variant],
        ["Contract", member?.contractIds[0]],
        ["Log", log],
      ],
      { paint },
    );
    const next = [
      `${program} catalog search --point -9.14,38.71 --limit 5 --sandbox`,
      `curl ${url}/catalog/search -H 'Authorization: ApiKey ${member?.apiKey ?? ""}' --json '{"limit": 1}'`,
      `${program} sandbox clock --mode auto`,
      `${program} sandbox stop`,
    ];
    return [
      facts,
      table(users, COLUMNS, { width, paint }),
      `${paint("bold", "Next:")}\n${next.map((line) => `  ${line}\n`).join("")}`,
    ].join("\n");
  },
  id: ({ url }) => url,
});
