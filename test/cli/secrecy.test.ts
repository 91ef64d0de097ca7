/** Keys and signatures are in requests that need them, and nowhere else. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { TransportError, type Send } from "../../src/contract/send.ts";
import { fileNamesBelow } from "../names-below.ts";
import { expectMode } from "../this-system.ts";
import { openBench } from "./bench.ts";
import { runScripted } from "./scripted-service.ts";
import { BASE_URL, tempHome, type Run } from "./world.ts";

const { swath, member, send } = await openBench();

const KEY = member.apiKey;
const granule = (await swath("catalog search --product-type GEO --limit 1 --output id")).stdout.trim();

/** Every text and every file below a folder, with the file's name. */
async function textsBelow(dir: string): Promise<[name: string, text: string][]> {
  return Promise.all(
    (await fileNamesBelow(dir)).map(async (name): Promise<[string, string]> => [
      name,
      await readFile(join(dir, name), "latin1"),
    ]),
  );
}

/** The ways to write a key: unchanged, in base64, percent-encoded, or cut. */
const SPELLINGS = [
  KEY,
  Buffer.from(KEY).toString("base64").replace(/=+$/, ""),
  encodeURIComponent(KEY),
  KEY.slice(4, 24),
];

function expectNoKey(run: Pick<Run, "stdout" | "stderr">, words: string): void {
  for (const spelling of SPELLINGS) {
    expect(run.stdout, `stdout of ${words}`).not.toContain(spelling);
    expect(run.stderr, `stderr of ${words}`).not.toContain(spelling);
  }
}

/** Services that return everything they received, in every possible way. */
const echoing =
  (status: number, type: string): Send =>
  async ({ url, headers, body }) => {
    const said = JSON.stringify({
      error: {
        code: headers["authorization"],
        message: `no: ${JSON.stringify(headers)}`,
        detail: [{ path: headers["authorization"], message: headers["authorization"] }],
      },
      url,
      body,
    });
    return {
      status,
      headers: { "content-type": type, "x-echo": headers["authorization"] ?? "" },
      body: [Buffer.from(said)] as never,
    };
  };

const FAR_SIDES: readonly (readonly [name: string, send: Send])[] = [
  ["the sandbox", send],
  ["an echo of everything, 400", echoing(400, "application/json")],
  ["an echo of everything, 401", echoing(401, "application/json")],
  ["an echo of everything, 403 as a page", echoing(403, "text/html")],
  ["an echo of everything, 404 as text", echoing(404, "text/plain")],
  ["an echo of everything, 500", echoing(500, "application/json")],
  ["an echo of everything, 200", echoing(200, "application/json")],
  ["an echo of everything, 302", echoing(302, "text/html")],
  [
    "a broken connection that quotes the request",
    async ({ headers }) => {
      throw new TransportError(
        "reset",
        "maybe",
        `socket closed after ${headers["authorization"]?.length} bytes`,
      );
    },
  ],
];

const COMMANDS = [
  "catalog search --limit 1",
  `order review --item vendor-archive/${granule}`,
  `order place --item vendor-archive/${granule} --yes --max-cost 5000 --resend`,
  "order links nope",
  "order download nope --out-dir out",
  "order wait nope --wait-timeout 1s",
  "order history",
  "api GET /collectiontypes --include",
  "catalog search --dry-run",
  "catalog search --limit x",
];

describe.each(FAR_SIDES)("the key is never printed: %s", (_name, far) => {
  it.each(["", "--verbose", "--debug", "--json", "--log-file run.log --debug", "--dry-run --json"])(
    "with %s",
    async (flags) => {
      const home = await tempHome();
      for (const command of COMMANDS) {
        const run = await swath(`${command} ${flags}`, { home, send: far });
        expectNoKey(run, `${command} ${flags}`);
      }
      for (const [name, text] of await textsBelow(home)) {
        for (const spelling of SPELLINGS) expect(text, name).not.toContain(spelling);
      }
    },
  );
});

it("DOWNLOAD-04 the query of a signed URL that a service quotes is not shown, that of a help page is", async () => {
  const url = "https://user:hidden@data.example.com/a.tif?Expires=1&X-Amz-Signature=hidden";
  const message = `no such file: ${url}, see https://help.example.com/?page=2`;
  const detail = [{ path: "href", message: `is ${url}`, value: url }];
  for (const flags of ["", "--json", "--debug --log-file run.log"]) {
    const run = await runScripted(`task get t-1 ${flags}`, {
      "GET /task/t-1": [{ status: 400, body: { error: { message, detail } } }],
    });
    expect(run.exitCode).toBe(8);
    expect(run.stderr).toContain("data.example.com/a.tif?***");
    expect(run.stderr).toContain("https://help.example.com/?page=2");
    expect(run.stderr).not.toContain("hidden");
  }
});

describe("the target of the key", () => {
  it("is only the configured origin, in one header", async () => {
    const home = await tempHome();
    const id = (
      await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home })
    ).stdout.trim();
    const runs = [
      await swath("catalog search --limit 30", { home }),
      await swath(`order download ${id} --out-dir out`, { home }),
    ];
    const requests = runs.flatMap((run) => run.requests);
    expect(requests.length).toBeGreaterThan(5);
    for (const { url, headers, body } of requests) {
      expect(url).not.toContain(KEY);
      expect(JSON.stringify(body) ?? "").not.toContain(KEY);
      const carriers = Object.entries(headers).filter(([, value]) => value.includes(KEY));
      const isApi = url.startsWith(BASE_URL) && !url.startsWith(`${BASE_URL}/assets/`);
      expect(carriers.map(([name]) => name)).toEqual(isApi ? ["authorization"] : []);
    }
  });

  it("a key that no header can contain is refused without being repeated", async () => {
    const bad = "sk_live_4f9a\u00e98b7c6d5e";
    const run = await swath("catalog search --debug", { env: { SWATH_API_KEY: bad } });
    expect(run).toMatchObject({ exitCode: 4, requests: [], stdout: "" });
    expect(run.stderr).not.toContain("4f9a");
  });

  it("files of swath are readable by their owner only", async () => {
    const home = await tempHome();
    const id = (
      await swath(`order place --item vendor-archive/${granule} --yes --output id`, { home })
    ).stdout.trim();
    await swath(`order links ${id}`, { home });
    const kept = await textsBelow(home);
    expect(kept.length).toBeGreaterThan(0);
    for (const [name, text] of kept) {
      expectMode(join(home, name), 0o600);
      expect(text, name).not.toContain("signature=");
    }
  });

  it("a key from a file or stdin works, and is never printed", async () => {
    const home = await tempHome();
    await writeFile(join(home, "key"), `${KEY}\n`);
    const fromFile = await swath("catalog search --limit 1 --api-key-file key --debug", {
      home,
      env: { SWATH_API_KEY: undefined },
    });
    const fromStdin = await swath("catalog search --limit 1 --api-key-file - --debug", {
      stdin: `${KEY}\r\n`,
      env: { SWATH_API_KEY: undefined },
    });
    for (const run of [fromFile, fromStdin]) {
      expect(run.exitCode, run.stderr).toBe(0);
      expect(run.requests[0]?.headers["authorization"]).toContain(KEY);
      expectNoKey(run, "--api-key-file");
    }
  });

  it("without a key nothing is sent, and the error has the next step; a dry run needs no key", async () => {
    const run = await swath("catalog search", { env: { SWATH_API_KEY: undefined } });
    expect(run).toMatchObject({ exitCode: 4, requests: [], stdout: "" });
    expect(run.stderr).toMatchInlineSnapshot(`
      "Error: no API key is configured
        Log in: swath auth login
        code AUTH_MISSING, exit 4
      "
    `);
    const dry = await swath("catalog search --dry-run", { env: { SWATH_API_KEY: undefined } });
    expect(dry).toMatchObject({ exitCode: 0, requests: [] });
  });
});

it("P12 a key that a service echoes in the escapes of JSON, or in base64, is not printed", async () => {
  const key = "abcd+efgh&ijkl/mnop";
  const base64 = Buffer.from(key).toString("base64");
  const echoes = ["abcd\\u002Befgh\\u0026ijkl\\/mnop", "abcd\\u002befgh\\u0026ijkl\\u002Fmnop", base64];
  for (const echo of echoes)
    for (const words of ["catalog search", "catalog search --json"]) {
      const send: Send = async () => ({
        status: 401,
        headers: { "content-type": "application/json" },
        body: (async function* () {
          yield Buffer.from(`{"message":"no such key: ${echo}"}`);
        })(),
      });
      const run = await swath(words, { send, env: { SWATH_API_KEY: key } });
      expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining("no such key: ***")]);
      expect(run.stderr).not.toMatch(/efgh|ijkl/);
    }
});

it("P12 a shown exchange has no signature of an XML error, and no token that is the whole query", async () => {
  const home = await tempHome();
  const xml =
    "<Error><Code>SignatureDoesNotMatch</Code><SignatureProvided>c2lnbmF0dXJl</SignatureProvided></Error>";
  const href = "https://data.example/a.tif?eyJwbGFudGVk";
  const answering: Send = async ({ url }) => ({
    status: url.startsWith(BASE_URL) ? 200 : 404,
    headers: { "content-type": url.startsWith(BASE_URL) ? "application/json" : "application/xml" },
    body: (async function* () {
      const item = { id: "g", assets: { HH: { href } } };
      yield Buffer.from(url.startsWith(BASE_URL) ? JSON.stringify([item]) : xml);
    })(),
  });
  const run = await swath("order download o-1 --out-dir out --debug", { home, send: answering });
  expect(run.exitCode).toBe(10);
  expect(run.stderr).toContain("SignatureDoesNotMatch");
  expect(run.stderr).toContain("https://data.example/a.tif?***");
  expect(run.stderr).not.toMatch(/c2lnbmF0dXJl|eyJwbGFudGVk/);
});

const AWKWARD = "aB3&x<y>9+Z/q7==sk-live";
const entity = (one: string): string => `&#x${one.charCodeAt(0).toString(16)};`;
const named = (text: string): string =>
  text.replaceAll(/[&<>+]/g, (one) => `&${{ "&": "amp", "<": "lt", ">": "gt", "+": "plus" }[one]};`);

/** The ways in which services echo a rejected key, each of which a reader of the reply or of the screen undoes. */
const ECHOES: readonly (readonly [name: string, type: string, body: (key: string) => string])[] = [
  ["as entities of a page", "text/html", (key) => `<html><title>Invalid key ${named(key)}</title></html>`],
  [
    "as numbered entities",
    "text/html",
    (key) => `<html><h1>no ${Array.from(key, entity).join("")}</h1></html>`,
  ],
  [
    "in two parts of a page",
    "text/html",
    (key) => `<html><body>${key.slice(0, 4)}<b>${key.slice(4)}</b></body></html>`,
  ],
  [
    "with an invisible mark",
    "application/json",
    (key) => JSON.stringify({ message: `bad ${key.slice(0, 5)}\u200e${key.slice(5)}` }),
  ],
  ["with zero-width blanks", "text/plain", (key) => `bad ${Array.from(key).join("\u200b")}`],
  [
    "in percent code twice",
    "application/json",
    (key) => JSON.stringify({ message: encodeURIComponent(encodeURIComponent(key)) }),
  ],
  [
    "as fields of a form",
    "application/json",
    (key) => JSON.stringify({ errors: { [key.replaceAll("+", " ")]: [key] } }),
  ],
  [
    "in base64 behind a scheme",
    "application/json",
    (key) => JSON.stringify({ error: Buffer.from(`ApiKey ${key}`).toString("base64") }),
  ],
  [
    "in hexadecimal digits",
    "application/json",
    (key) => JSON.stringify({ message: Buffer.from(key).toString("hex") }),
  ],
];

/** Returns the text as a reader undoes it, without our own function. */
function undone(text: string): string {
  let read = text;
  for (let round = 0; round < 4; round += 1)
    read = read
      .replaceAll(/\\u200[be]|[\u200b\u200e]/g, "")
      .replaceAll(/&#x([0-9a-f]+);/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replaceAll(
        /&(amp|lt|gt|plus);/g,
        (_whole, name: string) => ({ amp: "&", lt: "<", gt: ">", plus: "+" })[name]!,
      )
      .replaceAll(/%[0-9a-f]{2}/gi, (code) => decodeURIComponent(code));
  return read;
}

describe("P12 an echoed key is in no output, however the service writes it", () => {
  it.each(ECHOES)("%s", async (_name, type, body) => {
    const home = await tempHome();
    const far: Send = async () => ({
      status: 401,
      headers: { "content-type": type },
      body: Readable.from([Buffer.from(body(AWKWARD))]),
    });
    const env = { SWATH_API_KEY: AWKWARD, GITHUB_STEP_SUMMARY: join(home, "summary.md") };
    const shown: string[] = [];
    for (const flags of ["--log-file run.log --step-summary --annotate --debug", "--json", "--verbose"])
      for (const command of [
        "catalog search",
        "task get t-1",
        "order place --item c/a --yes --max-cost 5000",
      ]) {
        const run = await swath(`${command} ${flags}`, { home, send: far, env });
        expect(run.stderr).toContain("***");
        shown.push(run.stdout, run.stderr);
      }
    const files = await textsBelow(home);
    expect(files.map(([name]) => name)).toEqual(expect.arrayContaining(["run.log", "summary.md"]));
    const forms = [
      AWKWARD,
      AWKWARD.replaceAll("+", " "),
      Buffer.from(AWKWARD).toString("hex"),
      Buffer.from(`ApiKey ${AWKWARD}`).toString("base64").slice(12, -4),
    ];
    for (const text of [...shown, ...files.map(([, content]) => content)])
      for (const form of forms)
        expect(undone(text).replaceAll(/\s/g, "")).not.toContain(form.replaceAll(/\s/g, ""));
  });

  it("is masked in a message of another part of the program", async () => {
    const run = await swath(["catalog", "search", "--collection", AWKWARD, "--limit", AWKWARD], {
      env: { SWATH_API_KEY: AWKWARD },
    });
    expect(run.exitCode).toBe(2);
    expect(run.stderr).toContain("***");
    expect(run.stderr).not.toContain(AWKWARD);
  });
});

describe("P12 a password and a token", () => {
  const LOGIN = "auth token --username ada --password-stdin";
  const TOKEN = "tok-4f9cSECRET-0123";
  const PASSWORD = "pass<&>word";
  const answering =
    (status: number, body: unknown, type = "application/json"): Send =>
    async () => ({
      status,
      headers: { "content-type": type },
      body: Readable.from([Buffer.from(typeof body === "string" ? body : JSON.stringify(body))]),
    });

  it.each([
    ["under another name", 200, { access_token: TOKEN, expires_in: 3600 }],
    ["in a list", 200, [{ accessToken: TOKEN }]],
    ["in an object", 200, { data: { accessToken: TOKEN } }],
    ["in another case", 200, { Token: TOKEN }],
    ["as a text", 200, JSON.stringify(TOKEN)],
    ["in broken JSON", 200, `{"accessToken": ${TOKEN}`],
    ["in a refusal", 400, { message: `no ${TOKEN}`, code: TOKEN, detail: [TOKEN], accessToken: TOKEN }],
    ["beside the password", 403, { message: `${PASSWORD} ${TOKEN}` }],
  ])("a token %s of a reply is never quoted, and the next step can be taken", async (_name, status, body) => {
    for (const flags of ["", " --json", " --debug --log-file run.log"]) {
      const home = await tempHome();
      const run = await swath(LOGIN + flags, { home, stdin: PASSWORD, send: answering(status, body) });
      expect(run.exitCode).not.toBe(0);
      expect(run.exitCode).not.toBe(1);
      expect(run.stderr).toContain("/token");
      // Logins are never shown, so the flag would not help.
      expect(run.stderr).not.toContain("--debug");
      for (const text of [
        run.stdout,
        run.stderr,
        ...(await textsBelow(home)).map(([, content]) => content),
      ]) {
        expect(text).not.toContain(TOKEN);
        expect(text).not.toContain(PASSWORD);
      }
    }
  });

  it.each([
    ["an object", { toString: 2 }],
    ["a list", [5]],
    ["true", true],
    ["a text that is not a number", "soon"],
    ["missing", undefined],
    ["null", null],
  ])("AUTH-06 a lifetime that is %s counts as the stated hour", async (_name, expiresIn) => {
    const run = await swath(`${LOGIN} --json`, {
      stdin: PASSWORD,
      send: answering(200, { accessToken: TOKEN, expiresIn }),
    });
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({ expiresIn: 3600 });
    expect(`${run.stdout}${run.stderr}`).not.toContain(TOKEN);
  });

  it("a lifetime as text is a lifetime", async () => {
    const run = await swath(`${LOGIN} --json`, {
      stdin: PASSWORD,
      send: answering(200, { accessToken: TOKEN, expiresIn: "60" }),
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ expiresIn: 60 });
  });

  it("GitHub Actions receives the token that --show prints, so that it masks the token", async () => {
    const run = await swath(`${LOGIN} --show`, {
      stdin: PASSWORD,
      env: { GITHUB_ACTIONS: "true" },
      send: answering(200, { accessToken: TOKEN }),
    });
    expect(run.stderr).toContain(`::add-mask::${TOKEN}\n`);
  });
});

it("P12 a shown response has no password, fragment or query of a link in a reply", async () => {
  const secret = "S3CRETVALUE";
  const hrefs = [
    `https://user:${secret}@host/f`,
    `/p/f#sig=${secret}`,
    `/p/f?${secret}`,
    `//h/p?sig=${secret}`,
    `s3://b/k?X-Amz-Signature=${secret}`,
  ];
  const assets = Object.fromEntries(hrefs.map((href, at) => [`a${at}`, { href }]));
  const body = JSON.stringify({
    type: "FeatureCollection",
    features: [{ id: "a", collection: "c", properties: {}, assets }],
  });
  const run = await swath("catalog search --limit 1 --output id --debug", {
    send: async () => ({
      status: 200,
      headers: { "content-type": "application/json" },
      body: Readable.from([Buffer.from(body)]),
    }),
  });
  expect(run.exitCode).toBe(0);
  expect(run.stderr).not.toContain(secret);
  expect(run.stderr).toContain("https://***@host/f");
});
