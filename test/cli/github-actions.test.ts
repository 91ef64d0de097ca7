/** Output for a step of GitHub Actions: one annotation per fault, and no token in its log. */
import { describe, expect, it } from "vitest";
import { openBench } from "./bench.ts";

const { swath, member } = await openBench({ archiveSize: 10 });

const annotationsIn = (stderr: string): string[] =>
  stderr.split("\n").filter((line) => line.startsWith("::error"));

describe("--annotate", () => {
  it("shows each fault", async () => {
    const { stderr, exitCode } = await swath("catalog search --limit x --page-size y --annotate");
    expect(exitCode).toBe(2);
    const [limit, pageSize, ...rest] = annotationsIn(stderr);
    expect(rest).toEqual([]);
    expect(limit).toMatch(/^::error title=swath [A-Z_]+::--limit .*x/);
    expect(pageSize).toMatch(/^::error title=swath [A-Z_]+::--page-size .*y/);
  });

  it("one fault is one annotation", async () => {
    const { stderr } = await swath("catalog search --limit x --annotate");
    expect(annotationsIn(stderr)).toHaveLength(1);
  });

  it("shows as many as the runner does, and counts the others", async () => {
    const items = Array.from({ length: 14 }, (_, index) => `--item wrong${index}`).join(" ");
    const { stderr } = await swath(`order review ${items} --annotate`);
    const shown = annotationsIn(stderr);
    expect(shown).toHaveLength(10);
    expect(shown[0]).toContain("wrong0");
    expect(shown[9]).toContain("::and 5 more: see the log of this step");
  });
});

describe("auth token --show", () => {
  it("masks the token on a runner before it is printed", async () => {
    const { stdout, stderr, exitCode } = await swath(
      `auth token --username ${member.username} --password-stdin --show --json`,
      { stdin: `${member.password}\n`, env: { GITHUB_ACTIONS: "true" } },
    );
    expect(exitCode, stderr).toBe(0);
    const { accessToken } = JSON.parse(stdout) as { accessToken: string };
    expect(stderr).toContain(`::add-mask::${accessToken}\n`);
  });

  it("outside a runner no such line is printed", async () => {
    const { stderr } = await swath(`auth token --username ${member.username} --password-stdin --show`, {
      stdin: `${member.password}\n`,
    });
    expect(stderr).not.toContain("::add-mask::");
  });
});

describe("GITHUB_ACTIONS=true", () => {
  const env = { GITHUB_ACTIONS: "true" };

  it("alone annotates an error", async () => {
    const { stderr } = await swath("task get nope", { env });
    expect(annotationsIn(stderr)).toEqual([expect.stringMatching(/^::error title=swath NOT_FOUND::/)]);
  });

  it("leaves JSON errors alone, which a later step may read", async () => {
    const { stderr } = await swath("task get nope --json", { env });
    expect(() => JSON.parse(stderr) as unknown).not.toThrow();
  });
});
