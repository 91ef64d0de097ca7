/** Words that people expect: the error has the command or the flag that exists. */
import { expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath } = await openBench();

it.each([
  ["repeat list", "swath search repeats"],
  ["task search", "swath search tasks"],
  ["task show t-1", "swath task get <id>"],
  ["task status t-1", "swath task get <id>"],
  ["task ls", "swath task list"],
  ["repeat show r-1", "swath repeat get <id>"],
  ["order status o-1", "swath order get <orderId>"],
  ["quote list", "swath quote show <file>"],
  ["org list", "swath org set-defaults"],
  ["journal settle 1", "swath journal resolve <id>"],
  ["man", "swath help"],
  ["task retask t-1 --type spotlight", "A retask keeps the type of its original"],
  ["task create --from +1d", "--window-open"],
  ["task create --end +3d", "--window-close"],
])("%s leads to the command that exists", async (words, next) => {
  const run = await swath(words);
  expect({ exit: run.exitCode, requests: run.requests }).toEqual({ exit: 2, requests: [] });
  expect(run.stderr).toContain(next);
});

it("a product type given as a task is recognised, and a list is offered only with product types", async () => {
  const run = await swath("task set-products harbour SLC GEC,sidd");
  expect(run).toMatchObject({ exitCode: 2, requests: [] });
  expect(run.stderr).toContain("--product-type SLC,GEC,sidd");
  const none = await swath("task set-products", {
    stdinTTY: true,
    stdoutTTY: true,
    stderrTTY: true,
    ask: () => Promise.reject(new Error("a list was offered")),
  });
  expect(none).toMatchObject({ exitCode: 2, requests: [] });
  expect(none.stderr).toContain("no product types are given");
});

it("the product types of a series are sent without a warning", async () => {
  const run = await swath(
    "repeat create --point 2,41 --from +1d --interval 7 --count 2 --tier routine --type spotlight --product-type GEO --dry-run",
  );
  expect(run.exitCode, run.stderr).toBe(0);
  expect(run.stderr).not.toContain("processingConfig");
});
