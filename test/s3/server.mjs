/**
 * An S3 endpoint as a separate process: s3rver, which is an emulator, behind a front that adds the features s3rver lacks:
 * checks of signatures (version 4, written from its description, without our signer) and payload digests, aborts and lists of
 * multipart uploads, and faults on request. Prints its port; keeps its objects below the given folder; ends with its stdin.
 * With the address of a store, the front forwards everything to that, and checks nothing itself.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as pause } from "node:timers/promises";
import { realStore } from "./real-store.mjs";

const require = createRequire(import.meta.url);
const S3rver = require("s3rver");
const { DUMMY_ACCOUNT } = require("s3rver/lib/models/account");
const Files = require("s3rver/lib/stores/filesystem");

const [directory, accessKeyId, secretAccessKey, storeUrl] = process.argv.slice(2);
const BUCKET = "imagery";
DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey);

/** s3rver answers before it has written: the next request would see a part, or would write into the same file at once. */
async function whenWritten(path, put) {
  // An earlier version of the same size does not count.
  await rm(path, { force: true });
  const stored = await put();
  while ((await stat(path).catch(() => undefined))?.size !== stored.size) await pause(1);
  return stored;
}

const { putObject, putPart } = Files.prototype;
Files.prototype.putObject = function (object) {
  const path = this.getResourcePath(object.bucket, object.key, "object");
  return whenWritten(path, () => putObject.call(this, object));
};
Files.prototype.putPart = function (bucket, uploadId, number, content) {
  const path = join(this.getResourcePath(bucket, undefined, "uploads"), uploadId, String(number));
  return whenWritten(path, () => putPart.call(this, bucket, uploadId, number, content));
};

async function emulator() {
  const { port } = await new S3rver({
    directory,
    port: 0,
    address: "127.0.0.1",
    silent: true,
    vhostBuckets: false,
    configureBuckets: [{ name: BUCKET }],
  }).run();
  return { port, empty: emptyEmulator, objects: emulatedObjects, uploads: emulatedUploads };
}

const isReal = storeUrl !== undefined;
const store = isReal ? await realStore(storeUrl, BUCKET, { accessKeyId, secretAccessKey }) : await emulator();

/** The controls and observations of the tests. */
let log = [];
let faults = [];
const held = [];
/** The requests in progress. */
const serving = new Set();

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const hmac = (key, text) => createHmac("sha256", key).update(text).digest();
const encode = (text) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** Undefined if the request is signed correctly, else the code of the error. */
function signatureFault({ method, url, headers }, body) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? "",
    );
  if (match === null) return "AccessDenied";
  const [, key, day, region, names, given] = match;
  if (key !== accessKeyId) return "InvalidAccessKeyId";
  const time = headers["x-amz-date"];
  const sentAt = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const isTimed = !faults.some(({ kind }) => kind === "any-time");
  if (isTimed && !(Math.abs(Date.now() - sentAt) < 15 * 60_000)) return "RequestTimeTooSkewed";
  if (headers["x-amz-content-sha256"] !== sha256(body)) return "XAmzContentSHA256Mismatch";
  for (const name of Object.keys(headers))
    if (name.startsWith("x-amz-") && !names.split(";").includes(name)) return "AccessDenied";
  const [path, query = ""] = url.split("?");
  const canonicalPath = path
    .split("/")
    .map((part) => encode(decodeURIComponent(part)))
    .join("/");
  const canonicalQuery = query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => pair.split("=").map((part) => encode(decodeURIComponent(part))))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value = ""]) => `${name}=${value}`)
    .join("&");
  const canonical = [
    method,
    canonicalPath,
    canonicalQuery,
    ...names.split(";").map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, " ")}`),
    "",
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`;
  const signing = [region, "s3", "aws4_request"].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day));
  const right = hmac(signing, text).toString("hex");
  return timingSafeEqual(Buffer.from(right), Buffer.from(given)) ? undefined : "SignatureDoesNotMatch";
}

function answer(response, status, body = "", headers = {}) {
  response.writeHead(status, { "content-type": "application/xml", ...headers }).end(body);
}
const refuse = (response, status, code) =>
  answer(response, status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);

const uploadsDir = join(directory, BUCKET, "._S3rver_uploads");

/** Parts that are being stored, by upload: an abort removes those too. */
const storing = new Map();
/** A part that arrives during the abort must not reach the emulator, which ends if the folder of an upload is missing. */
const aborted = new Set();

async function emptyEmulator() {
  const names = await readdir(join(directory, BUCKET));
  await Promise.all(names.map((name) => rm(join(directory, BUCKET, name), { recursive: true, force: true })));
}

async function emulatedUploads() {
  const ids = await readdir(uploadsDir).catch(() => []);
  const found = ids.map(async (uploadId) => {
    const key = await readFile(join(uploadsDir, uploadId, "key"), "utf8").catch(() => undefined);
    return key === undefined ? [] : [{ uploadId, key }];
  });
  return (await Promise.all(found)).flat();
}

async function emulatedObjects() {
  const found = await readdir(join(directory, BUCKET), { recursive: true, withFileTypes: true });
  const named = found.filter(({ name }) => name.endsWith("._S3rver_object"));
  return Promise.all(
    named.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const bytes = await readFile(path);
      const metadata = JSON.parse(
        await readFile(path.replace(/object$/, "metadata.json"), "utf8").catch(() => "{}"),
      );
      const key = relative(join(directory, BUCKET), path)
        .replaceAll(sep, "/")
        .replace(/\._S3rver_object$/, "");
      return {
        key,
        size: bytes.length,
        sha256: sha256(bytes),
        metadata,
        ...(bytes.length < 10_000 && { text: bytes.toString() }),
      };
    }),
  );
}

/** The name of the operation in the permissions of keys. */
function operationOf({ method, url }) {
  const query = url.split("?")[1] ?? "";
  if (/(?:^|&)uploads/.test(query))
    return method === "POST" ? "CreateMultipartUpload" : "ListMultipartUploads";
  if (query.includes("partNumber=")) return "UploadPart";
  if (query.includes("uploadId="))
    return { POST: "CompleteMultipartUpload", DELETE: "AbortMultipartUpload", GET: "ListParts" }[method];
  return { GET: "GetObject", HEAD: "HeadObject", PUT: "PutObject", DELETE: "DeleteObject" }[method];
}

function release() {
  for (const go of held.splice(0)) go();
}

async function control(request, response, body) {
  const reply = (data) => answer(response, 200, JSON.stringify(data), { "content-type": "application/json" });
  if (request.url === "/_control/state")
    return reply({ objects: await store.objects(), uploads: await store.uploads(), log });
  if (request.url === "/_control/log") return reply(log);
  if (request.url === "/_control/faults") {
    faults = JSON.parse(body);
    return reply(faults);
  }
  if (request.url === "/_control/release") {
    release();
    return reply({});
  }
  if (request.url === "/_control/reset") {
    faults = [];
    release();
    await Promise.allSettled(serving);
    await store.empty();
    log = [];
    return reply({});
  }
  return refuse(response, 404, "NoSuchControl");
}

const bodyOf = async (request) => Buffer.concat(await Array.fromAsync(request));

async function serve(request, response) {
  const body = await bodyOf(request);
  const operation = operationOf(request);
  const fault = faults.find(
    (one) => one.operation === operation && (one.times === undefined || one.times-- > 0),
  );
  const checksum = request.headers["x-amz-checksum-sha256"];
  log.push({ operation, url: request.url, size: body.length, ...(checksum !== undefined && { checksum }) });
  if (!isReal) {
    if (checksum !== undefined && checksum !== createHash("sha256").update(body).digest("base64"))
      return refuse(response, 400, "BadDigest");
    const wrong = signatureFault(request, body);
    if (wrong !== undefined) return refuse(response, 403, wrong);
  }
  if (fault?.kind === "hold") await new Promise((go) => held.push(go));
  if (fault?.kind === "drop") return request.socket.destroy();
  if (fault?.kind === "refuse") {
    if (fault.retryAfter !== undefined) response.setHeader("retry-after", fault.retryAfter);
    return refuse(response, fault.status, fault.code);
  }

  // The store keeps other bytes of the same size.
  if (fault?.kind === "spoil") body[0] ^= 1;
  if (isReal) return pass(request, response, body, { headers: request.headers, fault });

  const { uploadId } = Object.fromEntries(new URL(request.url, "http://s3").searchParams);
  const isKnown = (await store.uploads()).some((one) => one.uploadId === uploadId);
  if (uploadId !== undefined && !isKnown) return refuse(response, 404, "NoSuchUpload");
  if (operation === "ListParts")
    return answer(response, 200, `<ListPartsResult><UploadId>${uploadId}</UploadId></ListPartsResult>`);
  if (operation === "AbortMultipartUpload") {
    aborted.add(uploadId);
    await Promise.all(storing.get(uploadId) ?? []);
    await rm(join(uploadsDir, uploadId), { recursive: true, force: true });
    return answer(response, 204);
  }
  if (!["GET", "HEAD", "PUT"].includes(request.method)) return passTimed(request, response, body, fault);
  // A store shows an object complete or not at all, while the emulator shows a partial one.
  return inTurn(request.url, async () => {
    if (fault?.kind !== "ignore-conditions" && !(await isAsConditioned(request, fault)))
      return refuse(response, 412, "PreconditionFailed");
    return passTimed(request, response, body, fault);
  });
}

const turns = new Map();

/** One after the other, by URL. */
function inTurn(url, work) {
  const turn = (turns.get(url) ?? Promise.resolve()).then(work);
  turns.set(
    url,
    turn.catch(() => {}),
  );
  return turn;
}

/** If-Match and If-None-Match of a write. */
async function isAsConditioned({ method, url, headers }, fault) {
  const { "if-match": wanted, "if-none-match": unwanted } = headers;
  if (method !== "PUT" || (wanted === undefined && unwanted === undefined)) return true;
  const found = await fetch(`http://127.0.0.1:${store.port}${url}`, { method: "HEAD" });
  if (unwanted === "*") return found.status === 404;
  const etag = found.headers.get("etag");
  return (fault?.kind === "bare-tags" ? etag?.replaceAll('"', "") : etag) === wanted;
}

/** The emulator checks the time itself; the front has checked it before. */
async function passTimed(request, response, body, fault) {
  const uploadId = new URL(request.url, "http://s3").searchParams.get("uploadId");
  if (aborted.has(uploadId)) return refuse(response, 404, "NoSuchUpload");
  let stored = () => {};
  if (request.method === "PUT" && uploadId !== null) {
    const part = new Promise((resolve) => (stored = resolve));
    storing.set(uploadId, [...(storing.get(uploadId) ?? []), part]);
  }
  const now = new Date().toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
  const headers = { ...request.headers, "x-amz-date": now };
  return pass(request, response, body, { headers, fault, onReply: stored });
}

/** To the store, and its answer back. */
async function pass({ method, url: path, socket }, response, body, { headers, fault, onReply }) {
  const inner = httpRequest({ port: store.port, host: "127.0.0.1", method, path, headers });
  inner.end(body);
  const [reply] = await once(inner, "response");
  onReply?.();
  if (fault?.kind === "lose-reply") return socket.destroy();
  const length = Number(reply.headers["content-length"]);
  const lie = fault?.kind === "lie-size" && reply.statusCode === 200 ? { "content-length": length - 1 } : {};
  const isOdd = fault?.kind === "odd-tags" && reply.headers.etag !== undefined;
  const odd = isOdd
    ? { etag: `"${createHash("md5").update(`odd ${reply.headers.etag}`).digest("hex")}"` }
    : {};
  const sent = { ...reply.headers, ...lie, ...odd };
  if (fault?.kind === "no-tag") delete sent.etag;
  response.writeHead(reply.statusCode, sent);
  await pipeline(reply, response);
}

const server = createServer(async (request, response) => {
  const isControl = request.url.startsWith("/_control/");
  const answered = isControl
    ? bodyOf(request).then((body) => control(request, response, body.toString()))
    : serve(request, response);
  if (!isControl) serving.add(answered);
  await answered.catch((error) => {
    // A client that disconnects in the middle is not reported.
    if (!request.socket.destroyed) process.stderr.write(`${error.stack}\n`);
    response.destroy();
  });
  serving.delete(answered);
});
process.stdin.resume().once("end", () => process.exit());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
