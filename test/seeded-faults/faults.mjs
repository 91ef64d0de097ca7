/**
 * Faults that would cost a user money, bytes or secrets, or give wrong results. Each is an edit of one place in the sources,
 * found by a text that occurs exactly once below `src/`, and the test files that must fail with it. `area` is a layer or
 * "money": `.ci/run` seeds all faults of money.
 */
const money = [
  {
    name: "a dropped journal write",
    costs: "a request that costs money leaves before its intent is durable as `sending`",
    edits: [["isPublished = await onFiles(draft.publish());", "isPublished = true;"]],
    tests: ["test/unit/money/guard-spending.test.ts"],
  },
  {
    name: "no judgement under the lock",
    costs: "two processes that judged at the same moment both pay",
    edits: [["        await judgeNow(world, judge);", "        await Promise.resolve();"]],
    tests: ["test/unit/money/interleaved-buyers.test.ts"],
  },
  {
    name: "a lost lock that nobody notices",
    costs: "a process that slept through its lease pays for what another one has just bought",
    edits: [["draft.record);\n      await held.requireOurs();", "draft.record);"]],
    tests: ["test/unit/money/interleaved-buyers.test.ts"],
  },
  {
    name: "a judgement before the lock is taken",
    costs: "two processes that judge at the same moment both pay",
    edits: [
      [
        "return claimIntent(intent, this.#world, judge);",
        "await judge();\n    return claimIntent(intent, this.#world, async () => {});",
      ],
    ],
    tests: ["test/unit/money/claim.test.ts"],
  },
  {
    name: "a name that is not durable",
    costs: "the power fails after the request, and its record is gone: it is bought again",
    edits: [["    await onFiles(files.sync());\n", ""]],
    tests: ["test/unit/money/races.test.ts"],
  },
  {
    name: "an outcome that waits for the lock",
    costs: "another process keeps the lock, and the outcome of a paid order is lost",
    edits: [
      [
        "  await runInJournal(files.dir, files.replace(record));\n",
        "  await lock.hold(() => runInJournal(files.dir, files.replace(record)));\n",
      ],
    ],
    tests: ["test/unit/money/claim.test.ts"],
  },
  {
    name: "an outcome that another process overwrites",
    costs: "a paid order counts as one of unknown outcome",
    edits: [["  await lock.hold(writeAgain).catch(() => {});\n", ""]],
    tests: ["test/unit/money/claim.test.ts"],
  },
  {
    name: "an outcome that is lost to a file in use",
    costs: "a virus scanner reads the record for a moment, and its outcome is not saved",
    edits: [["findErrno: findCause", "findErrno: () => undefined"]],
    tests: ["test/unit/money/races.test.ts"],
  },
  {
    name: "an order of unreadable items treated as one of nothing",
    costs: "an item of an order whose record lost its items is paid a second time",
    edits: [
      ["return ordered?.every((item) => Object.keys(item).length > 0) ?? false;", "return ordered !== null;"],
    ],
    tests: ["test/cli/journal-move.test.ts"],
  },
  {
    name: "a judgement by a reading that began earlier",
    costs: "two processes that wrote their intents at the same moment both pay",
    edits: [
      [
        "      next = undefined;\n      const result = work(isNextCompared);",
        "      const result = work(isNextCompared);",
      ],
    ],
    tests: ["test/unit/money/record-index.test.ts"],
  },
  {
    name: "a repeated request goes out without a question",
    costs: "the same request typed twice is paid twice",
    edits: [['? [{ kind: "sameConfirmed", entry: confirmed } as const]', "? []"]],
    tests: ["test/unit/money/judge.test.ts", "test/cli/same-request.test.ts"],
  },
  {
    name: "a claim that the last look did not find",
    costs: "a request is sent without its record, and bought again by the next run",
    edits: [['if (found?.state === "sending" && isSameAttempt(found, record)) return;', "return;"]],
    tests: ["test/unit/money/lost-claim.test.ts"],
  },
  {
    name: "a later attempt by its name alone",
    costs: "a record from elsewhere settles an order of unknown outcome, and it is paid twice",
    edits: [["one.fingerprint === other.fingerprint &&", "one.fingerprint !== undefined &&"]],
    tests: ["test/unit/money/merge-records.test.ts"],
  },
  {
    name: "ids compared as they are spelled",
    costs: "one request is paid twice, with its id in another letter case",
    edits: [['id.trim().toLowerCase().normalize("NFC")', "id"]],
    tests: ["test/unit/contract/id-key.test.ts", "test/unit/money/buying-invariants.test.ts"],
  },
  {
    name: "a renamed record is no record",
    costs: "an order whose record has another name is bought again without a word",
    edits: [[".filter(({ mayBeRecord }) => mayBeRecord)", ".filter(() => false)"]],
    tests: ["test/cli/odd-journal-files.test.ts"],
  },
  {
    name: "a budget by our clock alone",
    costs: "a budget forgets what was bought while the clock of this machine was behind",
    edits: [["atMs + Math.max(0, skewMs)", "atMs + 0 * skewMs"]],
    tests: ["test/unit/money/buying-invariants.test.ts"],
  },
  {
    name: "the age of a price under --yes",
    costs: "a price of an hour ago is paid after the machine slept",
    edits: [
      ["if (!isOld && measureAgeMs(run, price.readMs) < FRESH_MS)", "if (!isOld && context.consent.isGiven)"],
    ],
    tests: ["test/cli/price-age.test.ts"],
  },
  {
    name: "an item of an active order bought again without a question",
    costs: "an item of an active order is paid a second time",
    edits: [
      ['return isExpired ? "pieceExpired" : "pieceHeld";', 'return isExpired ? "pieceExpired" : undefined;'],
    ],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an item of an expired order bought again without a question",
    costs: "a purchase whose files have expired is repeated without a question",
    edits: [
      ['return isExpired ? "pieceExpired" : "pieceHeld";', 'return isExpired ? undefined : "pieceHeld";'],
    ],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an order of unknown outcome overlooked",
    costs: "an item whose order may have been accepted is paid a second time",
    edits: [
      ['if (state === "unknown") return "pieceUnknown";', 'if (state === "unknown") return undefined;'],
    ],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an order in progress overlooked",
    costs: "an item that another process is ordering now is ordered again",
    edits: [
      ['if (state === "sending") return "pieceInFlight";', 'if (state === "sending") return undefined;'],
    ],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an unknown request that a person may agree to",
    costs: "a question lets a request be repeated whose first attempt may have arrived",
    edits: [['new Set([...FINAL, "sameUnknown"])', "new Set(FINAL)"]],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "a request in progress repeated by --resend",
    costs: "--resend pays a request that a living process has just sent",
    edits: [["if (!consent.resend || isFinal(reason)) continue;", "if (!consent.resend) continue;"]],
    tests: ["test/unit/money/left-records.test.ts"],
  },
  {
    name: "a quote that is bought twice",
    costs: "two buyers of one quote both pay",
    edits: [["quoted.find(({ id }) => !own.has(id))", "quoted.find(({ id }) => own.has(id))"]],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "a quote by one clock",
    costs: "a clock that was set back makes an old quote valid",
    edits: [["nowMs + Math.max(0, aheadMs)", "nowMs"]],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an approval by the requester counts",
    costs: "one person asks for a quote above approval.above and approves it",
    edits: [['key === askedBy.key || isSameName(by, askedBy.name) ? "own" : "other"', '"other"']],
    tests: ["test/cli/quote-buy.test.ts"],
  },
  {
    name: "an imported record replaces a paid one",
    costs: "a record of unknown outcome becomes a refusal, and the request is sent again",
    edits: [
      ["if (mayHaveCost(record) && !mayHaveCost(own))", "if (!mayHaveCost(record) || mayHaveCost(own))"],
    ],
    tests: ["test/unit/money/merge-records.test.ts"],
  },
  {
    name: "--yes agrees to paying again",
    costs: "a script with --yes buys items that it already owns",
    edits: [["if (!consent.canAsk || consent.isGiven) {", "if (!consent.canAsk && !consent.isGiven) {"]],
    tests: ["test/cli/spend-budget.test.ts"],
  },
  {
    name: "an agreement that covers new facts",
    costs: "a yes to one earlier order also agrees to one that appears during the question",
    edits: [["`${reason.kind} ${entry.id} ${entry.state} ${what}`", "`${reason.kind}`"]],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an expired order treated as one that can be downloaded",
    costs: "an order is called resumed, and its files are gone",
    edits: [["!entry.isExpired &&\n      (taskId", "(taskId"]],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "an expiry by one clock",
    costs: "an order that can be downloaded is called expired, and --resend pays for it again",
    edits: [["isTrusted ? nowMs : Math.min(nowMs, nowMs - skewMs);", "nowMs;"]],
    tests: ["test/cli/order-expired.test.ts"],
  },
  {
    name: "an account for each profile",
    costs: "two profiles of one service buy the same item twice and spend one budget twice",
    edits: [["if (profile === account.profile) return true;", "return profile === account.profile;"]],
    tests: ["test/cli/order-journal.test.ts"],
  },
  {
    name: "an archive product and the same generated product treated as two",
    costs: "a product that was bought by its collect is bought again by its item id",
    edits: [["[makeProductKey(type, collectId), key]", "[key]"]],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "a damaged record of the journal overlooked",
    costs: "a purchase whose record cannot be read is made again",
    edits: [
      ['effect === "write" || damaged.length === 0 ? []', 'effect !== "" || damaged.length === 0 ? []'],
    ],
    tests: ["test/unit/money/judge.test.ts"],
  },
  {
    name: "a lost response treated as a refusal",
    costs: "a request that may have been paid is reported as not sent, and is sent again",
    edits: [["400, 401, 402, 403, 404, 405,", "400, 401, 402, 403, 404, 405, 500, 502, 503, 504,"]],
    tests: ["test/unit/money/classify-outcome.test.ts"],
  },
  {
    name: "a retry of a spending request",
    costs: "an order is placed once for each retry",
    edits: [
      [
        "isRepeatable && call.isSentOnce !== true ? retrying : once",
        "request.body === null ? once : retrying",
      ],
    ],
    tests: ["test/unit/client/effects.test.ts"],
  },
  {
    name: "limits compared the wrong way",
    costs: "--max-cost accepts every price above the limit",
    edits: [
      [
        "toUnits(money.amount, places) > toUnits(limit.amount, places)",
        "toUnits(money.amount, places) < toUnits(limit.amount, places)",
      ],
    ],
    tests: ["test/unit/domain/money.test.ts"],
  },
  {
    name: "a price in another currency compared with a limit",
    costs: "a limit of 1000 USD accepts 1000 EUR",
    edits: [
      [
        "if (money === undefined || !isComparable(price, limit, dollar)) return true;",
        "if (money === undefined) return true;",
      ],
    ],
    tests: ["test/unit/domain/money.test.ts"],
  },
  {
    name: "1.250 read as one and a quarter",
    costs: "a price of 1,250 as another country writes it passes a limit of 2",
    edits: [["if (ONE_POINT_THREE_DIGITS.test(digits)) return undefined;", ""]],
    tests: ["test/unit/domain/money.test.ts"],
  },
  {
    name: "a total trusted over its lines",
    costs: "--max-cost accepts a total of $1.00 whose lines add up to $9,999.00",
    edits: [
      [
        "for (const text of [...amounts, ...lists.flatMap((lines) => sumLines(lines, whole.currency, dollar))]) {",
        "for (const text of amounts) {",
      ],
    ],
    tests: ["test/cli/order-place.test.ts"],
  },
  {
    name: "the first of several totals trusted",
    costs: "--max-cost accepts a total of $10.00 beside a grand total of $9,000.00",
    edits: [
      [
        "for (const text of [...amounts, ...lists.flatMap((lines) => sumLines(lines, whole.currency, dollar))]) {",
        "for (const text of lists.flatMap((lines) => sumLines(lines, whole.currency, dollar))) {",
      ],
    ],
    tests: ["test/cli/order-place.test.ts"],
  },
  {
    name: "a review of other items accepted",
    costs: "the price of other items is shown and compared with --max-cost",
    edits: [
      [
        "if (missing.length === 0 && others.length === 0) return undefined;",
        "if (named.length > 0) return undefined;",
      ],
    ],
    tests: ["test/cli/order-place.test.ts"],
  },
  {
    name: "a changed price accepted",
    costs: "a price that rose during the question is paid",
    edits: [
      [
        "if (isSamePrice(price.text, now.text, limits.dollar)) return context.clock.now();",
        "if (price.text === now.text || now.text !== undefined) return context.clock.now();",
      ],
    ],
    tests: ["test/cli/task-approve.test.ts"],
  },
  {
    name: "the price of one image treated as that of a series",
    costs: "--max-cost accepts an open-ended series",
    edits: [
      [
        "const unbounded = requests.find(({ price }) => isUnbounded(price));",
        "const unbounded = requests.find(() => false);",
      ],
    ],
    tests: ["test/cli/repeat-commitment.test.ts"],
  },
  {
    name: "a budget that counts confirmed purchases alone",
    costs: "two processes at one moment spend one budget twice",
    edits: [["...[...open.map(({ record }) => record), ...ours]\n", "...[...ours]\n"]],
    tests: ["test/cli/spend-budget.test.ts"],
  },
  {
    name: "a budget that never ends",
    costs: "each purchase is compared with the full budget, whatever was spent before",
    edits: [["const sum = addMoney(spent, price, dollar);", 'const sum = parseMoney(price ?? "");']],
    tests: ["test/unit/domain/budget.test.ts"],
  },
  {
    name: "a dry run that sends",
    costs: "--dry-run places the order that it only had to show",
    edits: [
      ["return this.isDryRun ? makeDryRunClient(client) : client;", "return client;"],
      ["options.isDryRun ? NOWHERE : await openNetwork", "await openNetwork"],
    ],
    tests: ["test/cli/order-place.test.ts"],
  },
  {
    name: "an ambiguous prefix accepted",
    costs: "a prefix of two task ids approves one of the tasks",
    edits: [
      [
        "if (meant.length > 1) faults.push(toAmbiguity(title, word, meant, { onlyInFull }));",
        "if (meant.length > 9) faults.push();",
      ],
    ],
    tests: ["test/cli/short-ids.test.ts"],
  },
  {
    name: "the last search used in a script",
    costs: "a script orders what somebody searched for at a terminal",
    edits: [
      ["if (file === undefined || !world.stdin.isTTY || !world.stdout.isTTY)", "if (file === undefined)"],
    ],
    tests: ["test/cli/last-search.test.ts"],
  },
  {
    name: "the last search of another service accepted",
    costs: "the beginning of an id of another service orders an item of this one",
    edits: [['last.baseUrl === (settings.baseUrl.value ?? "") &&', "last.items.length > 0 &&"]],
    tests: ["test/cli/last-search.test.ts"],
  },
  {
    name: "a swapped coordinate",
    costs: "the image of another place is ordered",
    edits: [["coordinates: read.value }", "coordinates: read.value.toReversed() }"]],
    tests: ["test/cli/catalog-request-table.test.ts"],
  },
];

const client = [
  {
    name: "Retry-After not waited for",
    costs: "a service that asks for a pause is asked again at once",
    edits: [["const waitMs = Math.min(askedMs, policy.maxRetryAfterMs) + Math", "const waitMs = Math"]],
    tests: ["test/unit/client/retry.test.ts"],
  },
  {
    name: "an invalid certificate retried",
    costs: "a run against a false server ends only after its last attempt",
    edits: [['new Set<TransportReason>(["tls", "aborted"])', 'new Set<TransportReason>(["aborted"])']],
    tests: ["test/unit/client/retry.test.ts"],
  },
  {
    name: "a secret printed",
    costs: "a key that a server echoes is in an error message",
    edits: [["return done === 0 ? text : masked + text.slice(done);", "return text;"]],
    tests: ["test/unit/client/secrets.test.ts"],
  },
  {
    name: "a secret escaped in a URL printed",
    costs: "a key that a server echoes in a link is in an error message",
    edits: [['if (character === "%") return this.#readPercentCode(end, depth);', ""]],
    tests: ["test/unit/client/secrets.test.ts"],
  },
  {
    name: "an item of two pages listed twice",
    costs: "a search gives one scene twice, and a script orders it twice",
    edits: [["items: taken,", "items: page.items,"]],
    tests: ["test/unit/client/pages.test.ts"],
  },
];

const contract = [
  {
    name: "an expiry date not read",
    costs: "an order that has expired looks as if it could be downloaded",
    edits: [
      ['expirationDate: readText(order, "expirationDate", "expiration_date"),', "expirationDate: undefined,"],
    ],
    tests: ["test/unit/contract/readers.test.ts"],
  },
  {
    name: "a filter sent with its placeholder",
    costs: "a service ignores the filter, and the search finds other scenes",
    edits: [["(_whole, lead: string) => `${lead}${prefix}:`", "(whole: string) => whole"]],
    tests: ["test/unit/contract/vendor-prefix.test.ts"],
  },
  {
    name: "a cost that is a number not read",
    costs: "the price of an order is called unknown",
    edits: [
      [
        'if (typeof value === "number") return withCurrency(numberText(value), currency);',
        'if (typeof value === "number") return undefined;',
      ],
    ],
    tests: ["test/unit/contract/readers.test.ts"],
  },
];

const transfer = [
  {
    name: "a skipped digest",
    costs: "damaged bytes are called verified",
    edits: [["computed.get(algorithm) !== hex)", "hex === undefined)"]],
    tests: ["test/unit/transfer/digests.test.ts"],
  },
  {
    name: "a part file published without proof",
    costs: "an incomplete file gets its final name",
    edits: [
      [
        "const verdict = verifyBytes(this.open, this.run.settings.checksum, proof);",
        "const verdict: ReturnType<typeof verifyBytes> = { how: [proof] };",
      ],
    ],
    tests: ["test/unit/transfer/digests.test.ts"],
  },
  {
    name: "a lost If-Range",
    costs: "the halves of two versions are joined in one file",
    edits: [['if (wanted.etag !== undefined) headers["if-range"] = wanted.etag;', ""]],
    tests: ["test/unit/transfer/broken-bodies.test.ts"],
  },
  {
    name: "a part of another version joined",
    costs: "the halves of two versions are joined in one file",
    edits: [
      [
        "if (asked.etag === undefined || findValidator(headers, asked.promised) !== asked.etag)",
        "if (asked.etag === undefined)",
      ],
    ],
    tests: ["test/unit/transfer/judge-reply.test.ts"],
  },
  {
    name: "another range than requested written",
    costs: "bytes are at the wrong place in a file",
    edits: [["if (range.start !== asked.from || range.end >=", "if (range.end >="]],
    tests: ["test/unit/transfer/judge-reply.test.ts"],
  },
  {
    name: "a link not renewed",
    costs: "a long download ends when its signed URLs expire",
    edits: [[".then((links) => void (this.links = links))", ".then(() => undefined)"]],
    tests: ["test/unit/transfer/expiring-links.test.ts"],
  },
  {
    name: "a redirect from https to http followed",
    costs: "a file and its signed link cross the network in clear text",
    edits: [['if (url.startsWith("https:") && /^http:/iu.test(next))', 'if (url === "")']],
    tests: ["test/unit/transfer/redirects.test.ts"],
  },
  {
    name: "a link to a cloud's metadata address followed",
    costs: "a hostile service reads credentials of the machine",
    edits: [["if (isMetadataHost(url.hostname)) return", 'if (url.hostname === "") return']],
    tests: ["test/unit/transfer/redirects.test.ts"],
  },
  {
    name: "a device's name given to a file",
    costs: "a download writes to a device on Windows",
    edits: [["if (DEVICE_NAME.test(name)) name = `_${name}`;", ""]],
    tests: ["test/unit/transfer/transfer-plan.test.ts"],
  },
];

const places = [
  {
    name: "an area across the antimeridian measured the long way",
    costs: "an area of two degrees becomes one of 358",
    edits: [
      [
        "(degrees: number): boolean => Math.abs(degrees) > 180 &&",
        "(degrees: number): boolean => Math.abs(degrees) > 360 &&",
      ],
    ],
    tests: ["test/unit/geo/antimeridian.test.ts"],
  },
  {
    name: "an area inside another one missed",
    costs: "a scene that contains the whole area is not found",
    edits: [["(other.isArea && isInside(one.edges.list[0]![0], other)) ||", ""]],
    tests: ["test/unit/geo/intersects.test.ts"],
  },
  {
    name: "left and right confused",
    costs: "passes are listed for the side on which the satellite does not look",
    edits: [
      [
        'findRightOfTrack(state, target) > 0 ? "right" : "left"',
        'findRightOfTrack(state, target) < 0 ? "right" : "left"',
      ],
    ],
    tests: ["test/unit/orbit/look.test.ts"],
  },
  {
    name: "a TLE with a wrong checksum accepted",
    costs: "passes are predicted from damaged elements",
    edits: [["return Number(given) === checksum", "return Number(given) <= 9"]],
    tests: ["test/unit/orbit/read-elements.test.ts"],
  },
  {
    name: "the byte order of a footprint ignored",
    costs: "footprints of a file lie at other places",
    edits: [["isLittle = view.getUint8(at) === 1;", "isLittle = true;"]],
    tests: ["test/unit/footprints/read-wkb.test.ts"],
  },
];

const ledger = [
  {
    name: "a stale line of the index used",
    costs: "a record that was restored or edited is judged by its old state",
    edits: [["if (isCompared && !index.isCompared) {", "if (isCompared && index.isCompared) {"]],
    tests: ["test/unit/money/record-index.test.ts"],
  },
  {
    name: "the line of a record left in the index while the record changes",
    costs: "another process judges a purchase by the old state of the record",
    edits: [["        await this.index.remove([file]);", "        await Promise.resolve();"]],
    tests: ["test/unit/money/record-index.test.ts"],
  },
  {
    name: "a changed line of the index used",
    costs: "a damaged index hides the owner of a piece, and it is bought twice",
    edits: [
      ["computeLineChecksum(words, at) === words[at + CHECKSUM]", "words[at + CHECKSUM] !== undefined"],
    ],
    tests: ["test/unit/money/record-index.test.ts"],
  },
  {
    name: "the folder not listed after another process had its lock",
    costs: "a purchase of the other process is not seen, and bought again",
    edits: [["if (!hasToken(text, this.#eraToken)) this.#era += 1;", ""]],
    tests: ["test/unit/money/record-index.test.ts", "test/unit/money/journal-lock.test.ts"],
  },
  {
    name: "a record of the same process not seen without a listing",
    costs: "the second of two equal requests of one run is sent",
    edits: [["this.latest?.look(file);", ""]],
    tests: ["test/unit/money/record-index.test.ts"],
  },
  {
    name: "any text accepted as the id of a journal",
    costs: "a forged export prints what it wants, and stores a text of any length",
    edits: [["/^[\\w-]{1,100}$/.test(text)", 'text !== ""']],
    tests: ["test/cli/journal-move.test.ts"],
  },
  {
    name: "a claim that is left after its lock was lost",
    costs: "a request that was not sent counts against the budget, and blocks the next attempt",
    edits: [["if (isPublished) await withdrawClaim(files, draft.record);", ""]],
    tests: ["test/unit/money/claim.test.ts"],
  },
];

const output = [
  {
    name: "a formula in a CSV cell",
    costs: "a hostile item name runs a formula in a spreadsheet",
    edits: [["return isFormula ? `'${text}` : text;", "return text;"]],
    tests: ["test/unit/render/formats.test.ts"],
  },
  {
    name: "control characters printed",
    costs: "a service's text redraws the terminal",
    edits: [["text : text.replace(UNSAFE_EVERYWHERE, replacement);", "text : text;"]],
    tests: ["test/unit/render/safe-text.test.ts"],
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
    tests: ["test/unit/render/map-page/page-text.test.ts"],
  },
];

const settings = [
  {
    name: "the weakest source of a setting used",
    costs: "a flag or a variable is ignored, and the run asks another service",
    edits: [["const [place] = places;", "const place = places.at(-1);"]],
    tests: ["test/cli/settings-precedence.test.ts"],
  },
  {
    name: "the last day of an interval ignored",
    costs: "a search misses the scenes of its last day",
    edits: [["? timeFromMs(moment.ms + DAY_MS - 1)", "? moment"]],
    tests: ["test/unit/time/interval.test.ts"],
  },
  {
    name: "a path that leaves its folder",
    costs: "a download writes outside its folder",
    edits: [['texts.includes("") || texts.includes(".") || texts.includes("..")', 'texts.includes("")']],
    tests: ["test/unit/domain/path-template.test.ts"],
  },
  {
    name: "an endless file read",
    costs: "an endless file takes all memory",
    edits: [['if (total > maxBytes) return "too-long";', ""]],
    tests: ["test/unit/disk/read-bounded.test.ts"],
  },
];

const services = [
  {
    name: "a refreshed export called current",
    costs: "a mirror keeps last week's files",
    edits: [
      [
        "return recordedMs < findLastRefresh(item, asset, nowMs) || recordedMs > nowMs;",
        "return recordedMs > nowMs;",
      ],
    ],
    tests: ["test/cli/export-sync.test.ts"],
  },
  {
    name: "a truncated export called current",
    costs: "a mirror keeps a file that lost its end",
    edits: [['(await compareSize(root, entry, signal)).status === "ok";', "true;"]],
    tests: ["test/cli/export-sync.test.ts"],
  },
  {
    name: "any signature accepted by the sandbox",
    costs: "a program that breaks its links passes every test against the sandbox",
    edits: [
      [
        'if (signature.length !== wanted.length || !timingSafeEqual(wanted, signature)) return "invalid";',
        "",
      ],
    ],
    tests: ["test/unit/sandbox/signing.test.ts"],
  },
  {
    name: "links of the sandbox that never expire",
    costs: "a program that does not renew links passes every test against the sandbox",
    edits: [['return nowMs < expiresMs ? "ok" : "expired";', 'return nowMs < Infinity ? "ok" : "expired";']],
    tests: ["test/unit/sandbox/signing.test.ts"],
  },
];

const AREAS = { money, client, contract, transfer, places, ledger, output, settings, services };

export const FAULTS = Object.entries(AREAS).flatMap(([area, faults]) =>
  faults.map((fault) => ({ area, ...fault })),
);
