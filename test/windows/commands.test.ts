/** The main commands, in the order of a person's first day, each on the Node of `C:\node22` and of `C:\node24`. */
import { describe, expect, it } from "vitest";
import { newDesk } from "./desk.ts";

interface Step {
  line: string;
  /** The output is kept under this name, for `{name}` in later lines and for the input of later commands. */
  keeps?: string;
  input?: string;
  prints: RegExp;
}

const STEPS: readonly Step[] = [
  { line: "--version", prints: /^swath \d/u },
  { line: "sandbox start --port 0 --detach --quiet", prints: /^http:\/\/127\.0\.0\.1:\d+\n$/u },
  { line: "doctor --offline", prints: /^program\tok\tswath \S+ on win32\t$/mu },
  { line: "demo", prints: /^16 files downloaded into swath-demo \(\S+ MB in \S+\)$/mu },
  { line: "catalog search --place Lisbon --limit 2 --output id", prints: /^(?:VENDOR-\S+\n){2}$/u },
  { line: "sandbox clock --mode manual", prints: /\tmanual\t/u },
  { line: "sandbox clock --advance 1h", prints: /\tmanual\t/u },
  {
    line: "catalog search --point -9.14,38.71 --product-type GEO --limit 2 --output order-items",
    keeps: "items",
    prints: /^\[(?:[^]*"granuleId": "VENDOR-){2}/u,
  },
  { line: "order review --items -", input: "items", prints: /^Total\t\$875\.00\t?$/mu },
  {
    line: "order place --items - --yes --max-cost 5000 --output id",
    input: "items",
    keeps: "order",
    prints: /^[0-9a-f-]{36}\n$/u,
  },
  {
    line: "order download {order} --out-dir imagery --columns path,size,status,sha256,item",
    prints: /^(?:\S+\t\d+\tdownloaded\t[0-9a-f]{64}\t.*\n){8}$/u,
  },
  { line: "verify imagery", prints: /^(?:\S+\tok\t.*\n){8}$/u },
  { line: "verify imagery --repair", prints: /^(?:\S+\tok\t.*\n){8}$/u },
  { line: "gallery imagery", prints: /\\imagery\\swath-gallery\.html\t2\t8\t/u },
  {
    line: "task create --point 14.99,37.75 --window-open +6h --window 5d --tier standard --type spotlight --output id",
    keeps: "task",
    prints: /^[0-9a-f-]{36}\n$/u,
  },
  { line: "sandbox clock --advance 5m", prints: /\tmanual\t/u },
  { line: "task approve {task} --yes --max-cost 2000", prints: /\tapproved\tsubmitted\t\$1,250\.00\t/u },
  { line: "sandbox clock --advance 5d", prints: /\tmanual\t/u },
  { line: "task wait {task}", prints: /\tcompleted\tstandard\tspotlight\t/u },
  {
    line: "export sync mirror --weeks 1 --format geopackage --columns path,size,status",
    prints: /^(?:\S+\t\d+\tadded\n){3}$/u,
  },
  { line: "sandbox clock --advance 1d", prints: /\tmanual\t/u },
  {
    line: "export sync mirror --weeks 1 --format geopackage --columns path,size,status",
    prints: /latest\.gpkg\t\d+\tupdated\n/u,
  },
  { line: "export query mirror --limit 1", prints: /^VENDOR-.*\n$/u },
  { line: "order history", prints: /^[0-9a-f-]{36}\tconfirmed\t.*\t\$875\.00\t.*\n$/u },
  { line: "journal list", prints: /^(?:\S+\t(?:approval|task|order)\tconfirmed\t.*\n){3}$/u },
  { line: "status", prints: /^ready\t/u },
  { line: "passes --point -9.14,38.71 --limit 2", prints: /^(?:.*\tvendor-\d\d\t.*\n){2}$/u },
  { line: "sandbox reset --yes", prints: /^true\tfalse\tC:\\users\\Ana M.ller /u },
  { line: "sandbox stop", prints: /^true\thttp:\/\/127/u },
  { line: "sandbox reset --store --yes", prints: /^true\ttrue\t/u },
];

describe.each(["22", "24"] as const)("on Node %s", (node) => {
  const desk = newDesk(node, { SWATH_PROFILE: "sandbox" });
  const kept: Record<string, string> = {};
  // For the title, which shortens a `$line` and not a `%s`.
  it.each(STEPS.map((step) => [step.line, step] as const))(
    "DESK-45 P25 swath %s",
    async (line, { keeps, input, prints }) => {
      const words = line.replaceAll(/\{(\w+)\}/gu, (_all, name: string) => kept[name] ?? "").split(" ");
      const { code, stdout, stderr } = await desk.run(words, { input: input && kept[input] });
      expect(code, stderr).toBe(0);
      expect(stderr).not.toMatch(/Warning/u);
      expect(stdout).toMatch(prints);
      if (keeps !== undefined) kept[keeps] = stdout.trim();
    },
  );
});
