/** `order task` with a series: the completed tasks of a repeat request, each bought at most once. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Send } from "../../src/contract/send.ts";
import { openBench } from "./bench.ts";
import { errorOf } from "./scripted-service.ts";
import { tempHome, type Run } from "./world.ts";

const { swath, control, clock, send } = await openBench({ archiveSize: 100 });

const FLAGS = "--from now --interval 2 --tier routine --type spotlight --pre-approve --yes";
const series = (
  await swath(`repeat create --point 14.9934,37.751 --name 'etna weekly' --count 3 ${FLAGS} --output id`)
).stdout.trim();
const empty = (
  await swath(`repeat create --point -9.14,38.69 --name fresh --count 2 ${FLAGS} --output id`)
).stdout.trim();
clock.ms += 20 * 86_400_000;

const completed = async (id: string): Promise<string[]> => {
  const { stdout } = await swath(`search tasks --repeat-id ${id} --status completed --output id`);
  return stdout.trim().split("\n");
};
const tasks = await completed(series);

let home: string;
beforeEach(async () => {
  home = await tempHome();
  await control("DELETE", "/faults");
});

/** The tasks that a run ordered, in the order of its requests. */
const ordered = ({ requests }: Run): string[] =>
  requests.flatMap(({ method, path }) =>
    method === "POST" && path.startsWith("/orders/task/") ? [path.split("/").at(-1)!] : [],
  );

describe("ORDER-16 REPEAT-26 order task of a series", () => {
  it("the series has completed tasks", () => {
    expect(tasks).toHaveLength(3);
  });

  it.each([
    ["its name", "'etna weekly'"],
    ["the beginning of its name, with which those of its tasks begin as well", "etna"],
    ["its short id", series.slice(0, 8)],
  ])("%s stands for its completed tasks, the oldest first", async (_title, word) => {
    const run = await swath(`order task ${word} --yes`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(ordered(run)).toEqual(tasks.toReversed());
  });

  it("its id in full stands for its images, once the service has no task with it", async () => {
    const run = await swath(`order task ${series} --yes`, { home });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(ordered(run)).toEqual([series, ...tasks.toReversed()]);
  });

  it("one price, one question and one limit apply to all of them", async () => {
    const asked: string[] = [];
    const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), false);
    const shown = await swath("order task etna", { home, stdinTTY: true, stderrTTY: true, ask });
    const rows = shown.stderr.split("\n").filter((line) => line.includes("  task "));
    // One line per image, with its price, its time, its products and the short id of its task.
    expect(rows).toEqual(
      tasks
        .toReversed()
        .map((id) =>
          expect.stringMatching(
            new RegExp(`^  \\$[\\d,.]+  2026-03-\\S+Z  .*  GEC GEO SLC  task ${id.slice(0, 8)}$`),
          ),
        ),
    );
    expect(asked).toEqual([expect.stringMatching(/^Order what was collected by 3 tasks for \$/)]);
    const low = await swath("order task etna --yes --max-cost 1 --json", { home });
    expect([low.exitCode, ordered(low)]).toEqual([12, []]);
    expect(errorOf(low).code).toBe("COST_LIMIT_EXCEEDED");
  });

  it("nothing is bought twice, and --skip-owned orders the other images", async () => {
    const [newest = "", ...others] = tasks;
    expect((await swath(`order task ${newest} --yes`, { home })).exitCode).toBe(0);
    const refused = await swath("order task etna --yes", { home });
    expect([refused.exitCode, ordered(refused)]).toEqual([12, []]);
    expect(refused.stderr).toContain("--skip-owned");
    const rest = await swath("order task etna --yes --skip-owned", { home });
    expect(rest.exitCode, rest.stderr).toBe(0);
    expect(ordered(rest)).toEqual(others.toReversed());
    const none = await swath("order task etna --yes --skip-owned --json", { home });
    expect([none.exitCode, ordered(none), JSON.parse(none.stdout)]).toEqual([0, [], []]);
    expect(none.stderr).toContain(`Skipped: the contents of task ${newest} were bought on `);
    expect(none.stderr).toContain("Nothing new: all 3 tasks are owned");
  });

  /** The items of each order of items that a run sent, by their product types. */
  const orderedTypes = ({ requests }: Run): string[][] =>
    requests
      .filter(({ path }) => path === "/orders")
      .map(({ body }) =>
        (body as { items: { granuleId: string }[] }).items
          .map(({ granuleId }) => granuleId.split("_")[3]!)
          .sort(),
      );

  describe("P1 --skip-owned never offers to pay again: of a task that is owned in part, it orders the rest", () => {
    const RUN = "order task etna --skip-owned";
    const buyGeo = async (): Promise<void> => {
      const run = await swath("order task etna --product-type GEO --yes", { home });
      expect(run.exitCode, run.stderr).toBe(0);
    };

    it.each([
      ["can be downloaded, without a price", 0, ""],
      ["can be downloaded, under a limit", 0, "--max-cost 20000"],
      ["have expired, without a price", 30, ""],
      ["have expired, under a limit", 30, "--max-cost 20000"],
    ])("the earlier orders %s", async (_title, days, words) => {
      await buyGeo();
      clock.ms += days * 86_400_000;
      const run = await swath(`${RUN} --yes ${words}`, { home });
      expect(run.exitCode, run.stderr).toBe(0);
      expect([ordered(run), orderedTypes(run)]).toEqual([[], tasks.map(() => ["GEC", "SLC"])]);
      for (const id of tasks)
        expect(run.stderr).toContain(`Task ${id}: only the other 2 items will be ordered`);
      const again = await swath(`${RUN} --yes ${words}`, { home });
      expect([again.exitCode, ordered(again), orderedTypes(again)], again.stderr).toEqual([0, [], []]);
    });

    it("on a terminal one question has the price of the rest, and a no sends nothing", async () => {
      await buyGeo();
      clock.ms += 30 * 86_400_000;
      const [part = ""] = tasks;
      const asked: string[] = [];
      const ask = async ({ message }: { message: string }): Promise<boolean> => (asked.push(message), false);
      const no = await swath(RUN, { home, stdinTTY: true, stderrTTY: true, ask });
      expect([no.exitCode, ordered(no), orderedTypes(no)]).toEqual([12, [], []]);
      expect(asked).toEqual([
        expect.stringMatching(/^Order what was collected by 3 tasks for \$[\d,.]+ in all\?$/),
      ]);
      asked.length = 0;
      await swath(`order task ${part} --skip-owned`, { home, stdinTTY: true, stderrTTY: true, ask });
      expect(asked).toEqual([
        expect.stringMatching(
          new RegExp(`^Order what no earlier order has of task ${part}, 2 items, for \\$`),
        ),
      ]);
    });

    it("the other tasks are ordered whole, in the same run and under the same limit", async () => {
      const [part = "", ...whole] = tasks;
      expect((await swath(`order task ${part} --product-type GEO --yes`, { home })).exitCode).toBe(0);
      const low = await swath(`${RUN} --yes --max-cost 1 --json`, { home });
      expect([low.exitCode, ordered(low), orderedTypes(low)]).toEqual([12, [], []]);
      const run = await swath(`${RUN} --yes --max-cost 20000`, { home });
      expect(run.exitCode, run.stderr).toBe(0);
      expect([ordered(run), orderedTypes(run)]).toEqual([whole.toReversed(), [["GEC", "SLC"]]]);
    });

    it("P3 a lost response to the order of the rest: nothing is sent again", async () => {
      const [part = ""] = tasks;
      expect((await swath(`order task ${part} --product-type GEO --yes`, { home })).exitCode).toBe(0);
      await control("POST", "/faults", { route: "placeOrder", when: "after", count: 1, reset: true });
      const line = `order task ${part} --skip-owned --yes --max-cost 20000`;
      const lost = await swath(line, { home });
      expect([lost.exitCode, orderedTypes(lost)]).toEqual([13, [["GEC", "SLC"]]]);
      const again = await swath(line, { home });
      expect([again.exitCode, ordered(again), orderedTypes(again)]).toEqual([13, [], []]);
    });

    it("all images owned by orders that have expired: nothing is ordered, which is a success", async () => {
      expect((await swath("order task etna --product-type GEC,GEO,SLC --yes", { home })).exitCode).toBe(0);
      clock.ms += 30 * 86_400_000;
      const run = await swath(`${RUN} --yes`, { home });
      expect([run.exitCode, ordered(run), orderedTypes(run)], run.stderr).toEqual([0, [], []]);
      expect(run.stderr).toContain("Nothing new: all 3 tasks are owned");
    });

    it("a body that an order of items cannot have: the command orders exactly the other items", async () => {
      await buyGeo();
      clock.ms += 30 * 86_400_000;
      const run = await swath([...RUN.split(" "), "--yes", "--data", '{"note":"x"}'], { home });
      expect([run.exitCode, ordered(run), orderedTypes(run)]).toEqual([12, [], []]);
      const [, line = ""] = /Order its other items: swath (order place .*)/.exec(run.stderr) ?? [];
      expect(run.stderr).not.toContain("pay again");
      const rest = await swath(`${line} --yes`, { home });
      expect([rest.exitCode, orderedTypes(rest)], rest.stderr).toEqual([0, [["GEC", "SLC"]]]);
    });

    it("without --skip-owned, the error of one task offers it with the number of the other items", async () => {
      await buyGeo();
      const [part = ""] = tasks;
      const run = await swath(`order task ${part} --yes`, { home });
      expect([run.exitCode, ordered(run), orderedTypes(run)]).toEqual([12, [], []]);
      expect(run.stderr).toContain("Add --skip-owned to order only the other 2 items");
    });
  });

  it("an order of unknown outcome is not skipped: it is settled first", async () => {
    await control("POST", "/faults", { route: "orderTask", when: "after", count: 1, reset: true });
    expect((await swath(`order task ${tasks[0]} --yes`, { home })).exitCode).toBe(13);
    const run = await swath("order task etna --yes --skip-owned", { home });
    expect([run.exitCode, ordered(run)]).toEqual([13, []]);
  });

  it("some products of all of them are one order", async () => {
    const run = await swath("order task etna --product-type GEO --yes", { home });
    expect(run.exitCode, run.stderr).toBe(0);
    const { items } = run.requests.at(-1)!.body as { items: object[] };
    expect(items).toHaveLength(3);
  });

  it("a list of tasks that ends early orders nothing", async () => {
    await control("POST", "/faults", { route: "searchTasks", status: 500, count: 50 });
    const run = await swath("order task etna --yes", { home });
    expect(run.exitCode).not.toBe(0);
    expect(ordered(run)).toEqual([]);
  });

  it("without an image yet it is an error with the wait as the next step", async () => {
    await swath(`repeat cancel ${empty} --yes`);
    const young = (
      await swath(`repeat create --point 2.1,41.3 --name young --count 2 ${FLAGS} --output id`)
    ).stdout.trim();
    const run = await swath("order task young --yes", { home });
    expect([run.exitCode, ordered(run)]).toEqual([7, []]);
    expect(run.stderr).toContain(`swath repeat wait ${young}`);
  });

  it("a task with the same word goes before a series that only begins so", async () => {
    const { stdout } = await swath(
      "task create --point 14.9934,37.751 --name etna --window-open +1d --window 2d --tier standard --type spotlight --output id",
    );
    const run = await swath("order task etna --yes --json", { home });
    expect(run.stderr).toContain(stdout.trim());
  });
});

/** A service that compares tasks with these conditions in place of those of the search. */
const sendWithConditions =
  (conditions: object): Send =>
  (request) => {
    const query = { ...conditions, includeRepeatingTasks: true };
    const isSearch = request.url.endsWith("/tasks/search");
    return send(isSearch ? { ...request, body: JSON.stringify({ query, limit: 100 }) } : request);
  };

describe("ORDER-16 REPEAT-26 a service that answers with more or less than a series", () => {
  const addTask = async (): Promise<string> => {
    const typed = "--point 14.99,37.75 --window-open +1d --window 2d --tier standard --type spotlight";
    const { stdout } = await swath(
      `task create ${typed} --name 'rim of etna' --pre-approve --yes --output id`,
    );
    clock.ms += 5 * 86_400_000;
    return stdout.trim();
  };

  it("tasks of other series, which the search returned as well, are not bought", async () => {
    const both = sendWithConditions({ repeatrequestId: [series, empty] });
    const listed = await swath("search tasks --output id", { send: both });
    expect(listed.stdout.trim().split("\n").length).toBeGreaterThan(tasks.length);
    const run = await swath("order task 'etna weekly' --yes", { home, send: both });
    expect(run.exitCode, run.stderr).toBe(0);
    expect(ordered(run)).toEqual(tasks.toReversed());
  });

  it("a task that names no series is not bought as one of its images: nothing is", async () => {
    const id = await addTask();
    const run = await swath("order task 'etna weekly' --yes --json", { home, send: sendWithConditions({}) });
    expect([run.exitCode, ordered(run)]).toEqual([8, []]);
    expect(errorOf(run).message).toContain(id);
  });

  it("a failed search for series does not make their word that of a task", async () => {
    await addTask();
    await control("POST", "/faults", { route: "searchRepeats", status: 500, count: 50 });
    const run = await swath("order task rim --yes --json", { home });
    expect([run.exitCode, ordered(run), errorOf(run).code]).toEqual([9, [], "SERVICE_ERROR"]);
  });

  it("an account that may not see series orders tasks by their names", async () => {
    const id = await addTask();
    await control("POST", "/faults", { route: "searchRepeats", status: 403, count: 50 });
    const run = await swath(`order task ${id.slice(0, 8)} --yes`, { home });
    expect(ordered(run), run.stderr).toEqual([id]);
  });
});

describe("REPEAT-26 the images of a series", () => {
  it("repeat get has their number and the commands that list and order them", async () => {
    const screen = { home, env: { NO_COLOR: "1" }, stdinTTY: true, stdoutTTY: true, stderrTTY: true };
    const run = await swath(`repeat get ${series}`, screen);
    expect(run.stdout).toMatch(/^Images: +3 of 3$/m);
    const short = series.slice(0, 8);
    expect(run.stderr).toContain(`-> Order its images: swath order task ${short}\n`);
    expect(run.stderr).toContain(`-> See them: swath search tasks --repeat-id ${short}\n`);
    const listed = await swath(`search tasks --repeat-id ${short} --output id`);
    expect(listed.stdout.trim().split("\n")).toHaveLength(3);
    const json = JSON.parse((await swath(`repeat get ${series} --json`)).stdout) as object;
    expect(json).toHaveProperty("properties.completedCount", 3);
  });

  it("repeat wait counts them in its state", async () => {
    const id = (
      await swath(`repeat create --point 14.9,37.7 --name counted --count 9 ${FLAGS} --output id`)
    ).stdout.trim();
    const run = await swath(`repeat wait ${id} --wait-timeout 30d --poll-interval 1d`);
    expect(run.stderr).toMatch(/: \w+, 2 of 9 images$/m);
  });
});
