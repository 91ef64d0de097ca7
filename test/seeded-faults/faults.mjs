/**
 * Faults that would cost a user money, bytes or secrets. Each is an edit of one place in the sources, found by a text that
 * occurs exactly once below `src/`, and the test files that must fail with it.
 */
export const FAULTS = [
  {
    name: "a dropped journal write",
    costs: "a request that costs money leaves before its intent is durable as `sending`",
    edits: [["await files.replace(sending);", "await Promise.resolve();"]],
    tests: ["test/unit/ledger", "test/cli/order-journal.test.ts"],
  },
  {
    name: "a repeated order goes out without a question",
    costs: "the same order typed twice is paid twice",
    edits: [["const REPEAT_WITHIN_MS = 10 * 60_000;", "const REPEAT_WITHIN_MS = 0;"]],
    tests: ["test/unit/ledger", "test/cli/order-journal.test.ts"],
  },
  {
    name: "a lost answer taken for a refusal",
    costs: "a request that may have been paid is reported as not sent, and is sent again",
    edits: [["400, 401, 402, 403, 404, 405,", "400, 401, 402, 403, 404, 405, 500, 502, 503, 504,"]],
    tests: ["test/unit/ledger", "test/cli/order-journal.test.ts"],
  },
  {
    name: "a retry of a spending request",
    costs: "an order is placed once for each retry",
    edits: [
      [
        "exchange(isRepeatable ? retrying : once, request, built)",
        "exchange(request.body === null ? once : retrying, request, built)",
      ],
    ],
    tests: ["test/unit/client/effects.test.ts", "test/unit/client/retry.test.ts"],
  },
  {
    name: "--max-cost compared the wrong way",
    costs: "every price above the limit is accepted",
    edits: [
      [
        "unitsOf(money.amount, places) > unitsOf(limit.amount, places)",
        "unitsOf(money.amount, places) < unitsOf(limit.amount, places)",
      ],
    ],
    tests: ["test/unit/domain/money.test.ts", "test/cli/order-place.test.ts"],
  },
  {
    name: "a dry run that sends",
    costs: "--dry-run places the order that it only had to show",
    edits: [
      ["return options.isDryRun ? dryRunClient(made) : made;", "return made;"],
      ["options.isDryRun ? NOWHERE : await openNetwork", "await openNetwork"],
    ],
    tests: ["test/cli/order-place.test.ts", "test/cli/task-create.test.ts"],
  },
  {
    name: "a swapped coordinate",
    costs: "the image of another place is ordered",
    edits: [["coordinates: read.value }", "coordinates: read.value.toReversed() }"]],
    tests: ["test/cli/catalog-request-table.test.ts", "test/cli/task-create.test.ts"],
  },
  {
    name: "a skipped digest",
    costs: "damaged bytes are called verified",
    edits: [["computed.get(algorithm) !== hex)", "hex === undefined)"]],
    tests: ["test/unit/transfer/digests.test.ts", "test/unit/transfer/checksum-modes.test.ts"],
  },
  {
    name: "a part file published without proof",
    costs: "an incomplete file gets its final name",
    edits: [
      [
        "const verdict = verifyBytes({ run, file, sink, checksum }, proof);",
        "const verdict: ReturnType<typeof verifyBytes> = { how: [proof] };",
      ],
    ],
    tests: ["test/unit/transfer/digests.test.ts", "test/unit/transfer/checksum-modes.test.ts"],
  },
  {
    name: "a lost If-Range",
    costs: "the halves of two versions are joined in one file",
    edits: [['if (wanted.etag !== undefined) headers["if-range"] = wanted.etag;', ""]],
    tests: ["test/unit/transfer/broken-bodies.test.ts"],
  },
  {
    name: "a link not renewed",
    costs: "a long download ends when its signed URLs expire",
    edits: [["this.#links = await ask();", "await ask();"]],
    tests: ["test/unit/transfer/expiring-links.test.ts"],
  },
  {
    name: "a secret printed",
    costs: "a key that a server echoes stands in an error message",
    edits: [['clean = clean.replaceAll(form, "***");', "clean = clean.replaceAll(form, form);"]],
    tests: ["test/unit/client/secrets.test.ts", "test/cli/secrecy.test.ts"],
  },
  {
    name: "an item bought before bought again unasked",
    costs: "an item that an active order holds is paid a second time beside a new one",
    edits: [["left = await confirmAgain(context, left, holdersOf(keysOf(left), active), judged);", ""]],
    tests: ["test/cli/order-requests.test.ts", "test/cli/order-journal.test.ts"],
  },
  {
    name: "an order of unknown outcome overlooked",
    costs: "an item whose order may have been accepted is paid a second time beside a new one",
    edits: [["left = await confirmDoubtful(context, left, holdersOf(keysOf(left), doubtful), judged);", ""]],
    tests: ["test/cli/order-requests.test.ts", "test/cli/order-journal.test.ts"],
  },
  {
    name: "a total trusted over its lines",
    costs: "--max-cost accepts a total of $1.00 whose lines come to $9,999.00",
    edits: [["isAboveLimit(moneyText(sum), whole, dollar) ? moneyText(sum) : total", "total"]],
    tests: ["test/unit/domain", "test/cli/order-place.test.ts"],
  },
  {
    name: "a budget that counts confirmed purchases alone",
    costs: "two processes at one moment spend one budget twice",
    edits: [
      [
        'record.effect !== "write" && state !== "refused"',
        'record.effect !== "write" && state === "confirmed"',
      ],
    ],
    tests: ["test/cli/spend-budget.test.ts", "test/unit/ledger"],
  },
  {
    name: "an ambiguous beginning taken",
    costs: "the beginning of an id that two scenes have orders one of them",
    edits: [
      [
        "if (meant.length > 1) faults.push(ambiguity(title, word, meant, before));",
        "if (meant.length > 9) faults.push();",
      ],
    ],
    tests: ["test/cli/short-ids.test.ts", "test/cli/row-numbers.test.ts"],
  },
  {
    name: "rows of an earlier search kept",
    costs: "a row number orders a scene that is no longer on the screen",
    edits: [
      ["if (failure === undefined || (await wipe(file))) return;", 'if (failure !== "-") return;'],
      [
        'const failure = isCacheOff(context) ? "" : await write(context, file, { shown: 0, rows: [] });',
        'const failure = isCacheOff(context) ? "" : "EACCES";',
      ],
    ],
    tests: ["test/cli/row-numbers.test.ts"],
  },
  {
    name: "text of a service as markup",
    costs: "a hostile item name runs a script in the page that shows prices and commands",
    edits: [
      [
        "=> text.replace(/[&<>\"']/g, (char) => ESCAPES[char]!);",
        "=> text.replace(/[&]/g, (char) => ESCAPES[char]!);",
      ],
    ],
    tests: ["test/unit/render"],
  },
];
