/** PICK-02: prefixes of ids, and names of tasks and repeat requests. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";
import { errorOf, runScripted, task as record } from "./scripted-service.ts";
import { tempHome } from "./world.ts";

const { swath } = await openBench();

const WHEN = "--window-open 2031-03-06T06:00:00Z --window 7d --tier standard --type spotlight";

async function made(name: string, noun: "task" | "repeat" = "task"): Promise<string> {
  const when =
    noun === "task"
      ? WHEN
      : "--from 2031-03-06T06:00:00Z --interval 7 --count 3 --tier routine --type spotlight";
  const { stdout } = await swath(`${noun} create --point -8.89,38.52 ${when} --name ${name} --output id`);
  return stdout.trim();
}

const paths = ({ requests }: { requests: { method: string; path: string }[] }): string[] =>
  requests.map(({ method, path }) => `${method} ${path}`);

const setubal = await made("setubal");
const [lisbon, twin] = [await made("lisbon"), await made("lisbon")];
const series = await made("vesuvius", "repeat");

describe("PICK-02 a shortened id", () => {
  it("is shown in full, and finds the task", async () => {
    const run = await swath(`task get ${setubal.slice(0, 12)} --output id`);
    expect(run.stderr).toContain(`"${setubal.slice(0, 12)}" is task ${setubal} "setubal" of `);
    expect({ stdout: run.stdout, exitCode: run.exitCode }).toEqual({ stdout: `${setubal}\n`, exitCode: 0 });
  });

  it("may be a name, in any case, and a name costs one search", async () => {
    const run = await swath("task get Setubal --output id");
    expect(run.stdout).toBe(`${setubal}\n`);
    expect(paths(run)).toEqual(["POST /tasks/search", `GET /task/${setubal}`]);
    expect(run.requests[0]?.body).toMatchObject({ query: { taskingrequestName: { eq: "Setubal" } } });
    expect((await swath("repeat cost vesuvius --output id")).exitCode).toBe(0);
    expect((await swath(`repeat get ${series.slice(0, 13)} --output id`)).stdout).toBe(`${series}\n`);
  });

  it.each([
    "task approve setubal",
    "approvals approve setubal",
    "order task setubal",
    "task retask setubal --window-open 2031-04-06T06:00:00Z --window-close 2031-04-13T06:00:00Z",
  ])("cannot be paid under --quiet, which hides its full id: %s", async (line) => {
    for (const quiet of ["--quiet", "-q"]) {
      const run = await swath(`${line} --yes ${quiet}`);
      expect(run.exitCode, run.stderr).toBe(2);
      expect(run.stderr).toContain(`a quiet run would hide what is paid for: "setubal" is `);
      expect(run.stderr).toContain(`${setubal} "setubal"`);
      expect(run.stderr).toContain("Leave out --quiet\n");
      expect(paths(run).filter((path) => !path.includes("search") && !path.startsWith("GET"))).toEqual([]);
    }
  });

  it.each([
    "task approve se",
    "approvals approve se",
    "order task se",
    "task retask se --window-open 2031-04-06T06:00:00Z --window-close 2031-04-13T06:00:00Z",
  ])("cannot be paid with --yes, which asks nothing, by the first letters of its name: %s", async (line) => {
    const run = await swath(`${line} --yes --json`);
    expect({ exitCode: run.exitCode, code: errorOf(run).code }).toEqual({ exitCode: 2, code: "USAGE" });
    expect(run.stderr).toContain(`${setubal} `);
    expect(paths(run).filter((path) => !path.includes("search") && !path.startsWith("GET"))).toEqual([]);
    expect((await swath(`task get se --output id`)).stdout).toBe(`${setubal}\n`);
  });

  it("under --quiet can still be read or rejected", async () => {
    expect((await swath("task get setubal --quiet")).stdout).toBe(`${setubal}\n`);
    const gone = await made("evora");
    expect((await swath("task reject evora --yes --quiet")).stdout).toBe(`${gone}\n`);
  });

  it.each(["task cancel", "task reject", "task set-products --product-type GEO,SLC"])(
    "with --yes is not the first letters of a name, which may be another one's: %s",
    async (line) => {
      const run = await swath(`${line} se --yes --json`);
      expect({ exitCode: run.exitCode, code: errorOf(run).code }).toEqual({ exitCode: 2, code: "USAGE" });
      expect(paths(run).filter((path) => !path.endsWith("/search"))).toEqual([]);
    },
  );

  it("that is complete needs no request", async () => {
    expect(paths(await swath(`task get ${setubal}`))).toEqual([`GET /task/${setubal}`]);
  });

  it("of two tasks is an error with both and a command with one of them; nothing is approved", async () => {
    const run = await swath("task approve lisbon --yes");
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain('"lisbon" may be any of 2 tasks: ');
    for (const id of [lisbon, twin]) expect(run.stderr).toContain(`${id.slice(0, 8)} "lisbon" of 20`);
    expect(run.stderr).toContain("code ID_AMBIGUOUS");
    expect(paths(run)).toEqual(["POST /tasks/search"]);
    // Each short id of the message is one of them.
    expect((await swath(`task get ${twin.slice(0, 8)} --output id`)).stdout).toBe(`${twin}\n`);
  });

  it("is resolved before the price is shown, also by approvals", async () => {
    const rejected = await swath("approvals reject setubal --yes --output id");
    expect(rejected.stderr).toContain(`"setubal" is waiting request ${setubal} "setubal"`);
    expect(rejected.stdout).toBe(`${setubal}\n`);
    const twice = await swath("approvals approve lisbon --yes");
    expect(twice.stderr).toContain("ID_AMBIGUOUS");
  });

  it("may be a name or its beginning, from the first character", async () => {
    expect(paths(await swath("task get abc"))).toEqual([
      "POST /tasks/search",
      "POST /tasks/search",
      "GET /task/abc",
    ]);
    const begun = await swath("task get S --output id");
    expect(begun.stdout).toBe(`${setubal}\n`);
    expect(begun.stderr).toContain(`"S" is task ${setubal} "setubal"`);
    expect((await swath("repeat get v --output id")).stdout).toBe(`${series}\n`);
    const several = await swath("task approve l --yes");
    expect(several.stderr).toContain('"l" may be any of 2 tasks: ');
    expect([several.exitCode, new Set(paths(several))]).toEqual([2, new Set(["POST /tasks/search"])]);
    await made("setubal-north");
    expect((await swath("task get setubal --output id")).stdout).toBe(`${setubal}\n`);
    expect((await swath("task get setubal-n --json")).stdout).toContain("setubal-north");
    const wizard = await made("wiz");
    expect((await swath("task get wiz --output id")).stdout).toBe(`${wizard}\n`);
    const general = await made("gen", "repeat");
    expect((await swath("repeat get gen --output id")).stdout).toBe(`${general}\n`);
    expect((await swath("approvals reject wiz --yes --output id")).stdout).toBe(`${wizard}\n`);
    expect((await swath(`task get ${wizard.slice(0, 3)}`)).exitCode).toBe(6);
    const run = await swath("task get nowhere");
    expect(run.exitCode).toBe(6);
    expect(paths(run).at(-1)).toBe("GET /task/nowhere");
  });

  it("may be a short name with a digit; one that looks like an id is reported when it is given", async () => {
    const id = await made("g1");
    expect((await swath("task get g1 --output id")).stdout).toBe(`${id}\n`);
    const create =
      "task create --point -8.89,38.52 --window-open +1d --window 7d --tier standard --type spotlight";
    expect((await swath(`${create} --name g2`)).stderr).not.toContain("looks like an id");
    for (const name of ["g-1", "7"])
      expect((await swath(`${create} --name ${name}`)).stderr).toContain(
        `other commands take "${name}" as an id`,
      );
  });

  it("is not looked up in a dry run", async () => {
    const run = await swath("task get setubal --dry-run");
    expect(run.requests).toEqual([]);
    expect(run.stdout).toContain("/task/setubal");
  });

  it("in the path of `api` is sent unchanged", async () => {
    expect(paths(await swath("api get /task/setubal"))).toEqual(["GET /task/setubal"]);
  });

  it("selects the series of a search", async () => {
    const run = await swath("search tasks --repeat-id vesuvius --json");
    expect(run.exitCode, run.stderr).toBe(0);
    expect(paths(run)).toEqual(["POST /repeat-requests/search", "POST /tasks/search"]);
    expect(run.requests[1]?.body).toMatchObject({ query: { repeatrequestId: series } });
  });

  it("search tasks --id accepts names and prefixes, like --repeat-id", async () => {
    const run = await swath("search tasks --id setubal --output id");
    expect([run.exitCode, run.stdout], run.stderr).toEqual([0, `${setubal}\n`]);
  });

  it("is read from stdin as well", async () => {
    const run = await swath("task get - --output id", { stdin: `setubal\n${lisbon}\n` });
    expect(run.stdout).toBe(`${setubal}\n${lisbon}\n`);
  });
});

it("PICK-02 an order by a prefix of its id, from the journal", async () => {
  const home = await tempHome();
  const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();
  const order = (
    await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home })
  ).stdout.trim();
  const run = await swath(`order links ${order.slice(0, 8)} --output id`, { home });
  expect(run.stderr).toContain(`"${order.slice(0, 8)}" is order ${order} of `);
  expect(paths(run)).toEqual([`GET /orders/${order}/download`]);
  expect(paths(await swath(`order links ${order.slice(0, 3)}`, { home }))).toEqual([
    `GET /orders/${order.slice(0, 3)}/download`,
  ]);
});

it("PICK-02 after a listing that stops early, which may hide a second match, the word is sent unchanged", async () => {
  const page = { results: [record("beef0001", "review")], currentPage: 1, totalPages: 3 };
  const run = await runScripted("task get beef", {
    "POST /tasks/search": [{ body: page }],
    "GET /task/beef": [{ status: 404, body: { message: "no such task" } }],
  });
  expect(paths(run).at(-1)).toBe("GET /task/beef");
  expect(run.exitCode).toBe(6);
  const whole = await runScripted("task get beef --output id", {
    "POST /tasks/search": [{ body: { ...page, totalPages: 1 } }],
    "GET /task/beef0001": [{ body: record("beef0001", "review") }],
  });
  expect(whole.stdout, whole.stderr).toBe("beef0001\n");
});

it.each(["approve", "cancel", "reject"])(
  "PICK-02 task %s --yes of a word that is an id and another task's name is refused with both",
  async (verb) => {
    const page = {
      results: [
        record("lisbon", "review"),
        record("beef0001", "review", { taskingrequestName: "Lisbon" }),
        record("lisbon-2", "review"),
      ],
      currentPage: 1,
      totalPages: 1,
    };
    const run = await runScripted(`task ${verb} lisbon --yes`, { "POST /tasks/search": [{ body: page }] });
    expect(run.stderr).toContain('"lisbon" may be any of 2 tasks: lisbon, review; beef0001 "Lisbon", review');
    expect(run.stderr).toContain("code ID_AMBIGUOUS");
    expect({ exitCode: run.exitCode, paths: paths(run) }).toEqual({
      exitCode: 2,
      paths: ["POST /tasks/search"],
    });
  },
);

describe("PICK-02 a name of several tasks", () => {
  const found = [{ body: { results: harbours(), currentPage: 1, totalPages: 1 } }];

  function harbours() {
    const named = { taskingrequestName: "harbour" };
    const priced = {
      transactionStatus: "pending-customer-approval",
      order: { summary: { total: "$10.00" } },
    };
    return [record("beef0001", "rejected", named), record("beef0002", "review", { ...named, ...priced })];
  }

  /** A terminal with a person who reads the question and says no. */
  function person() {
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }) => (asked.push(message), false);
    return { asked, at: { stdinTTY: true, stderrTTY: true, env: { NO_COLOR: "1" }, ask } };
  }

  it.each(["approve", "reject", "cancel", "wait"])(
    "stands on a terminal for the only one whose state task %s takes: a note has its id, and the question is about it",
    async (verb) => {
      const { asked, at } = person();
      const script = { "POST /tasks/search": found, "GET /task/beef0002": [{ body: harbours()[1] }] };
      const run = await runScripted(`task ${verb} harbour`, script, at);
      expect(run.exitCode, run.stderr).toBe(12);
      expect(run.stderr).toContain('"harbour" is task beef0002 "harbour"');
      expect(run.stderr).toMatch(/, the only one (?:in review|not finished) of 2 with this name\n/);
      const question = expect.stringMatching(
        /^Approve "harbour": |(?:Reject|Cancel) task beef0002[:?]/,
      ) as unknown;
      expect(asked).toEqual(verb === "wait" ? [] : [question]);
      expect([...new Set(paths(run))]).toEqual(["POST /tasks/search", "GET /task/beef0002"]);
    },
  );

  it.each(
    ["approve", "reject", "cancel", "wait"].flatMap((verb) => [
      [`task ${verb} harbour`, "without a terminal", {}],
      ...(verb === "wait" ? [] : [[`task ${verb} harbour --yes`, "with --yes", person().at]]),
    ]) as [string, string, object][],
  )("%s is refused %s, and the error has the states", async (line, _where, at) => {
    const run = await runScripted(line, { "POST /tasks/search": found }, at);
    expect({ exitCode: run.exitCode, paths: paths(run) }).toEqual({
      exitCode: 2,
      paths: ["POST /tasks/search"],
    });
    expect(run.stderr).toMatch(/beef0001 "harbour".*, rejected; beef0002 "harbour".*, review\n/);
  });

  it.each([
    ["the state of one is unknown", { statusHistory: [] }],
    ["two are in a state that fits", { statusHistory: [{ code: "review" }] }],
  ])("is refused if %s", async (_title, third) => {
    const results = [
      ...harbours(),
      record("beef0003", "review", { taskingrequestName: "harbour", ...third }),
    ];
    const search = [{ body: { results, currentPage: 1, totalPages: 1 } }];
    const run = await runScripted("task approve harbour", { "POST /tasks/search": search }, person().at);
    expect(run.stderr).toContain("code ID_AMBIGUOUS");
    expect(paths(run)).toEqual(["POST /tasks/search"]);
  });
});

it("PICK-02 task approve treats a full UUID as an id, without a search", async () => {
  const run = await runScripted(`task approve ${setubal} --yes`, {
    [`GET /task/${setubal}`]: [{ status: 404, body: {} }],
  });
  expect(paths(run)).toEqual([`GET /task/${setubal}`]);
});

it.each([
  ["task get", setubal.slice(0, 3), "search tasks"],
  ["task approve --yes", "lisbon-p", "search tasks"],
  ["repeat get", "xes", "search repeats"],
])("PICK-02 %s %s suggests the search that shows full ids and names", async (words, id, list) => {
  const run = await swath(`${words} ${id}`);
  expect(run.exitCode).toBe(6);
  expect(run.stderr).toContain(`Look for it: swath ${list}\n`);
});

it("PICK-02 a name with a typing error leads to the name that is near, and is sent as it was typed", async () => {
  const found = { properties: { taskingrequestId: "t-1", taskingrequestName: "setubal" } };
  const run = await runScripted("task retask setubel", {
    "POST /tasks/search": [{ body: { results: [found] } }],
    "GET /task/setubel": [{ status: 404, body: {} }],
  });
  expect(run.stderr).toContain('No task has the name "setubel"; did you mean "setubal"?');
  expect(run.requests.at(-1)).toMatchObject({ method: "GET", path: "/task/setubel" });
  expect(run.exitCode).toBe(6);
});

it("PICK-02 the search for a name prints no note about pages", async () => {
  const found = { properties: { taskingrequestId: "t-1", taskingrequestName: "setubal" } };
  const run = await runScripted("order task setubal --yes", {
    "POST /tasks/search": [{ body: { results: [found], totalPages: 100000 } }],
    "POST /orders/task/t-1": [{ body: { orderId: "o-1" } }],
  });
  expect(run.stderr).toContain("setubal");
  expect(run.stderr).not.toContain("--limit N");
});

describe("PICK-02 an id of another kind that this machine has seen is named with the command that takes it", async () => {
  const home = await tempHome();
  const idOf = async (words: string): Promise<string> =>
    (await swath(`${words} --output id`, { home })).stdout.trim();
  const found = await swath("catalog search --product-type GEO --limit 1 --json", { home });
  const [{ id, properties }] = JSON.parse(found.stdout) as [
    { id: string; properties: Record<string, string> },
  ];
  const ids = {
    task: await idOf(`task create --point -8.89,38.52 ${WHEN}`),
    series: await idOf(
      "repeat create --point -8.89,38.52 --from 2031-03-06T06:00:00Z --interval 7 --count 3 --tier routine --type spotlight",
    ),
    order: await idOf(`order place ${id} --yes`),
    scene: properties["vendor:collect_id"]!,
    item: id,
  };

  it.each([
    ["order download", "task", "a task of this machine: swath order task"],
    ["order download --wait", "task", "a task of this machine: swath order task"],
    ["repeat get", "task", "a task of this machine: swath task get"],
    ["collect retask --yes", "task", "a task of this machine: swath task retask"],
    ["order place --yes", "task", "a task of this machine: swath task get"],
    ["task get", "series", "a repeat request of this machine: swath repeat get"],
    ["order links", "series", "a repeat request of this machine: swath repeat get"],
    ["task get", "order", "an order of this machine: swath order download"],
    ["order task --yes", "order", "an order of this machine: swath order download"],
    ["task approve --yes", "order", "an order of this machine: swath order download"],
    ["order review", "order", "an order of this machine: swath order download"],
    ["task cost", "scene", "a scene of this machine: swath catalog search --collect-id"],
    ["task retask", "scene", "a scene of this machine: swath collect retask"],
    ["task retask", "item", "a catalog item of this machine: swath collect retask"],
    ["repeat get", "item", "a catalog item of this machine: swath catalog search --id"],
  ] as const)("%s <%s>", async (words, kind, hint) => {
    const run = await swath(`${words} ${ids[kind]}`, { home });
    expect(run.stderr).toContain(`That is ${hint} ${ids[kind]}\n`);
    expect(run.exitCode).toBe(words.includes("place") || words.includes("review") ? 2 : 6);
  });

  it("an empty id is none of them", async () => {
    const run = await swath(["order", "review", ""], { home });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).not.toContain("of this machine");
  });

  it("an id that no command has seen keeps the general hint, and its failure costs no further request", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    const run = await swath(`task get ${unknown}`, { home });
    expect(run.stderr).toContain("Check the id");
    expect(paths(run)).toEqual([`GET /task/${unknown}`]);
  });
});
