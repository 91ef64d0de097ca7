/** The tests' view of a store in another program: its address, its objects, its multipart uploads. */
import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#34": '"', "#39": "'" };
const plain = (text) => text.replace(/&([a-z]+|#\d+);/g, (_, name) => ENTITIES[name]);

const elements = (xml, name) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, "gs"))].map(([, content]) => content);

/** The store at `url`, with `bucket` made. */
export async function realStore(url, bucket, { accessKeyId, secretAccessKey }) {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: "s3", region: "us-east-1" });
  const address = (key, query = "") =>
    `${url}/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}${query}`;
  const ask = async (method, key = "", query = "") => {
    const reply = await client.fetch(address(key, query), { method });
    if (!reply.ok && reply.status !== 404 && reply.status !== 409)
      throw new Error(`${method} ${key}${query}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const listed = async (query, element) => {
    const xml = await (await ask("GET", "", query)).text();
    return elements(xml, element).map((one) => {
      const [key = ""] = elements(one, "Key");
      return { key: plain(key), uploadId: elements(one, "UploadId")[0] };
    });
  };
  const uploads = () => listed("?uploads", "Upload");
  const keys = async () => (await listed("?list-type=2", "Contents")).map(({ key }) => key);

  await ask("PUT");

  return {
    port: Number(new URL(url).port),
    empty: async () => {
      for (const { key, uploadId } of await uploads())
        await ask("DELETE", key, `?uploadId=${encodeURIComponent(uploadId)}`);
      for (const key of await keys()) await ask("DELETE", key);
    },
    uploads,
    objects: async () =>
      Promise.all(
        (await keys()).map(async (key) => {
          const reply = await ask("GET", key);
          const bytes = Buffer.from(await reply.arrayBuffer());
          const metadata = [...reply.headers].filter(([name]) => name.startsWith("x-amz-meta-"));
          return {
            key,
            size: bytes.length,
            sha256: createHash("sha256").update(bytes).digest("hex"),
            metadata: Object.fromEntries(metadata),
            ...(bytes.length < 10_000 && { text: bytes.toString() }),
          };
        }),
      ),
  };
}
