import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { createServer as createHttps } from "node:https";
import { writeFile } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { adviseOnTls, TransportError, type Send } from "../../../src/contract/send.ts";
import { hintText } from "../../../src/hint.ts";
import { newFolder } from "../../new-folder.ts";
import { failure, get, makeSend, textOf, unread } from "./sends.ts";
import { listen, listenHttp, listenTcp } from "../../local-server.ts";
import { CA_PEM, LEAF_KEY, LEAF_PEM, makeCaFile } from "./tls-material.ts";

describe("sent bytes", () => {
  test("path and query are sent byte for byte, however odd, because a signature covers them", async () => {
    const seen: string[] = [];
    const { url } = await listenHttp((request, response) => {
      seen.push(request.url!);
      response.end();
    });
    const send = makeSend();
    const odd = ["/a'b/%2e%2e/c?sig=A%2Bb+c'd|e", "/x//y/../z?q={1}", "?only=query", "/kap\u00e9?n=\u00fc"];
    for (const path of odd) await send(get(url + path));
    expect(seen).toEqual([odd[0], odd[1], "/?only=query", "/kap%C3%A9?n=%C3%BC"]);
  });

  test("GEN-17 redirects are returned, not followed; coded bodies stay coded", async () => {
    const coded = gzipSync("{}");
    const { url } = await listenHttp((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      if (request.url === "/moved") response.writeHead(307, { location: "/elsewhere" }).end();
      else response.writeHead(200, { "content-encoding": "gzip" }).end(coded);
    });
    const send = makeSend();
    const moved = await send(get(`${url}/moved`));
    expect([moved.status, moved.headers["location"]]).toEqual([307, "/elsewhere"]);
    const { body } = await send(get(`${url}/coded`));
    expect((await buffer(body)).equals(coded)).toBe(true);
  });

  test("a fresh request has a connection of its own, closed after it; the others share one", async () => {
    const { url, server } = await listenHttp((request, response) => {
      response.setHeader("x-connection", request.headers.connection ?? "");
      request.resume().on("end", () => response.end("{}"));
    });
    let connections = 0;
    server.on("connection", () => (connections += 1));
    const send = makeSend();
    await textOf(await send(get(url)));
    await textOf(await send(get(url)));
    expect(connections).toBe(1);
    const spend = await send({ method: "POST", url, headers: {}, body: "{}", fresh: true });
    expect(spend.headers["x-connection"]).toBe("close");
    await textOf(spend);
    expect(connections).toBe(2);
  });
});

describe("a kept connection", () => {
  test.each(["GET", "POST"])(
    "that is closed behind a response gets no further request: %s",
    async (method) => {
      let requests = 0;
      const port = await listenTcp((socket) =>
        socket.on("data", () => {
          requests += 1;
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok");
        }),
      );
      const send = makeSend();
      const request = {
        ...get(`http://127.0.0.1:${port}/`),
        method,
        ...(method === "POST" && { body: "{}" }),
      };
      for (let round = 1; round <= 10; round += 1) {
        expect(await textOf(await send(request))).toBe("ok");
        expect(requests).toBe(round);
      }
    },
  );
});

async function inFile(bytes: string | Buffer): Promise<string> {
  const file = join(await newFolder(), "ca.pem");
  await writeFile(file, bytes);
  return file;
}

describe("trust and end", () => {
  test("--ca-file adds an authority", async () => {
    const port = await listen(
      createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (_request, response) => response.end("ok")),
    );
    const caFile = await makeCaFile();
    const send = makeSend({ caFile });
    expect(await textOf(await send(get(`https://localhost:${port}/`)))).toBe("ok");
    expect(await textOf(await send(get(`https://127.0.0.1:${port}/`)))).toBe("ok");
  });

  const indented = CA_PEM.replaceAll(/^/gm, "  ");
  const trusted = CA_PEM.replaceAll("CERTIFICATE", "TRUSTED CERTIFICATE");
  const pkcs7 = CA_PEM.replaceAll("CERTIFICATE", "PKCS7");
  const der = new X509Certificate(CA_PEM).raw;
  test.each<[string, string | Buffer]>([
    ["a byte-order mark", `\ufeff${CA_PEM}`],
    ["line ends of Windows", CA_PEM.replaceAll("\n", "\r\n")],
    ["UTF-16", Buffer.from(`\ufeff${CA_PEM}`, "utf16le")],
    ["one line", CA_PEM.replaceAll("\n", "")],
    ["a text and a key beside it", `Subject: CN=a\n${CA_PEM}\n${LEAF_KEY}`],
    ["blanks before each line", indented],
  ])("DESK-33 a CA file with %s is read", async (_form, file) => {
    const port = await listen(
      createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (_request, response) => response.end("ok")),
    );
    const send = makeSend({ caFile: await inFile(file) });
    expect(await textOf(await send(get(`https://localhost:${port}/`)))).toBe("ok");
  });

  test.each<[string, string | Buffer, string]>([
    ["DER", der, "openssl x509 -inform der -in "],
    ["a trusted certificate of OpenSSL", trusted, "openssl x509 -in "],
    ["PKCS7", pkcs7, "openssl pkcs7 -print_certs -in "],
    ["only a key", LEAF_KEY, "Give a file of PEM certificates"],
    ["nothing", "", "Give a file of PEM certificates"],
    [
      "a second certificate that breaks off",
      CA_PEM + CA_PEM.slice(0, 200),
      "Give a file of PEM certificates",
    ],
    [
      "a second certificate that is damaged",
      CA_PEM + CA_PEM.replace("MII", "MMM"),
      "Give a file of PEM certificates",
    ],
  ])("DESK-33 a CA file with %s is refused, with a way on", async (_form, file, next) => {
    const send = makeSend({ caFile: await inFile(file) });
    const refused = send(get("https://localhost:1/"));
    await expect(refused).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      next: expect.stringContaining(next) as string,
    });
  });

  test("DESK-33 P19 P25 the system's store is read once, when Node's roots do not trust the server", async () => {
    const port = await listen(
      createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (_request, response) => response.end("ok")),
    );
    let reads = 0;
    const store = (certificates: readonly string[]) => ({
      readSystemCertificates: async () => {
        reads += 1;
        return certificates;
      },
    });
    const ask = async (send: Send, host: string, way = {}): Promise<string> =>
      textOf(await send({ ...get(`https://${host}:${port}/`), ...way }));
    const send = makeSend(store([CA_PEM]));
    const both = [ask(send, "localhost"), ask(send, "127.0.0.1"), ask(send, "localhost", { fresh: true })];
    expect(await Promise.all(both)).toEqual(["ok", "ok", "ok"]);
    expect(reads).toBe(1);

    expect(await ask(makeSend({ ...store([CA_PEM]), caFile: await makeCaFile() }), "localhost")).toBe("ok");
    expect(reads).toBe(1);

    for (const certificates of [[], ["not a certificate"]]) {
      const refused = await failure(ask(makeSend(store(certificates)), "localhost"));
      expect(refused).toMatchObject({ reason: "tls", delivered: "no" });
    }
    const unreadable = { readSystemCertificates: () => Promise.reject(new Error("no store")) };
    expect((await failure(ask(makeSend(unreadable), "localhost"))).reason).toBe("tls");
  });

  test("DESK-33 P19 P25 no store makes a certificate of another host valid", async () => {
    const port = await listen(
      createHttps({ cert: LEAF_PEM, key: LEAF_KEY }, (_request, response) => response.end("ok")),
    );
    const send = makeSend({ readSystemCertificates: async () => [CA_PEM] });
    const refused = await failure(send(get(`https://[::ffff:127.0.0.1]:${port}/`)));
    expect(refused).toMatchObject({ reason: "tls", delivered: "no" });
  });

  test("P25 a port that answers plain HTTP is reported, with its address in place of certificates as the next step", async () => {
    const plain = await listenHttp((_request, response) => response.end("ok"));
    const { port } = new URL(plain.url);
    const url = `https://127.0.0.1:${port}/`;
    const refused = await failure(makeSend()(get(url)));
    expect(refused).toMatchObject({ reason: "tls", delivered: "no" });
    expect(refused.message).toContain("without TLS");
    expect(hintText(adviseOnTls(refused, url))).toContain(`--base-url http://127.0.0.1:${port}`);
    expect(hintText(adviseOnTls(refused, "https://sar.example:80/"))).toContain(
      "--base-url https://sar.example",
    );
    const untrusted = new TransportError("tls", "no", "no trusted TLS connection");
    expect(hintText(adviseOnTls(untrusted, url))).toContain("--ca-file");
  });

  test("a CA file without certificates is refused", async () => {
    const caFile = join(await newFolder(), "ca.pem");
    await expect(makeSend({ caFile })(get("https://localhost:1/"))).rejects.toMatchObject({
      code: "INPUT_NOT_READABLE",
    });
    const damaged = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    for (const text of ["not a certificate", damaged]) {
      await writeFile(caFile, text);
      for (const way of [{}, unread]) {
        const asked = makeSend({ caFile })({ ...get("https://localhost:1/"), ...way });
        await expect(asked).rejects.toMatchObject({ code: "CONFIG_INVALID" });
      }
    }
  });

  test("close ends open connections and those being opened", async () => {
    let accepted: (() => void) | undefined;
    const waiting = new Promise<void>((resolve) => (accepted = resolve));
    const port = await listenTcp(() => accepted?.());
    const send = makeSend();
    const shaking = failure(send(get(`https://localhost:${port}/x`)));
    await waiting;
    await send.close();
    expect((await shaking).delivered).toBe("no");
    expect((await failure(send(get(`http://127.0.0.1:${port}/x`)))).reason).toBe("aborted");
  });

  test("a reader that leaves early closes the connection", async () => {
    const { url, server } = await listenHttp((_request, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(65_536))) {}
      };
      response.on("drain", more);
      more();
    });
    const connected = once(server, "connection");
    const response = await makeSend()(get(url));
    const [socket] = (await connected) as [Socket];
    for await (const chunk of response.body) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    if (!socket.destroyed) await new Promise((resolve) => socket.once("close", resolve));
    expect(socket.destroyed).toBe(true);
  });
});
