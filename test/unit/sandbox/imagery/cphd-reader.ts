/**
 * A reader of CPHD 1.1 files, written from the standard's description of the file (NGA.STND.0068, volume 2) and not from our
 * writer: it trusts no statement of the file, and lists every contradiction. It reads by ranges, so that a file of gigabytes
 * costs no more than a small one.
 */

export type ReadRange = (start: number, end: number) => Buffer;

export interface CphdContent {
  /** Keys and values of the header, in order. */
  header: Map<string, string>;
  xml: string;
  vectors: number;
  samples: number;
  /** Offset of the first byte of the signal. */
  signalAt: number;
  /** A vector's parameters by name, a number or three. */
  vector(index: number): Record<string, number[]>;
  /** A complex sample. */
  sample(vector: number, index: number): [real: number, imaginary: number];
}

const REQUIRED_KEYS = [
  "XML_BLOCK_SIZE",
  "XML_BLOCK_BYTE_OFFSET",
  "PVP_BLOCK_SIZE",
  "PVP_BLOCK_BYTE_OFFSET",
  "SIGNAL_BLOCK_SIZE",
  "SIGNAL_BLOCK_BYTE_OFFSET",
  "CLASSIFICATION",
  "RELEASE_INFO",
];
const KNOWN_KEYS = [...REQUIRED_KEYS, "SUPPORT_BLOCK_SIZE", "SUPPORT_BLOCK_BYTE_OFFSET"];

const REQUIRED_PARAMETERS: Record<string, string> = {
  TxTime: "F8",
  TxPos: "X=F8;Y=F8;Z=F8;",
  TxVel: "X=F8;Y=F8;Z=F8;",
  RcvTime: "F8",
  RcvPos: "X=F8;Y=F8;Z=F8;",
  RcvVel: "X=F8;Y=F8;Z=F8;",
  SRPPos: "X=F8;Y=F8;Z=F8;",
  aFDOP: "F8",
  aFRR1: "F8",
  aFRR2: "F8",
  FX1: "F8",
  FX2: "F8",
  TOA1: "F8",
  TOA2: "F8",
  TDTropoSRP: "F8",
  SC0: "F8",
  SCSS: "F8",
};

/** Bytes of a complex sample and of one of its parts, by the name of the format. */
const SAMPLE_FORMATS: Record<string, { part: number; read(bytes: Buffer, at: number): number }> = {
  CI2: { part: 1, read: (bytes, at) => bytes.readInt8(at) },
  CI4: { part: 2, read: (bytes, at) => bytes.readInt16BE(at) },
  CF8: { part: 4, read: (bytes, at) => bytes.readFloatBE(at) },
};

export class CphdFault extends Error {}

function need(isSo: boolean, fault: string): asserts isSo {
  if (!isSo) throw new CphdFault(fault);
}

/** Text of the single element of that name below another, or in the whole document. */
function elementOf(xml: string, name: string): string {
  const [, inner] = new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, "su").exec(xml) ?? [];
  need(inner !== undefined, `the XML has no ${name}`);
  return inner;
}

function countOf(xml: string, name: string): number {
  const text = elementOf(xml, name);
  need(/^\d+$/u.test(text), `${name} is ${text}, no count`);
  return Number(text);
}

function readHeader(bytes: Buffer): Map<string, string> {
  const text = bytes.toString("latin1");
  const end = text.indexOf("\f\n");
  need(end !== -1, "no form feed ends the header");
  const [first, ...lines] = text.slice(0, end).split("\n");
  need(/^CPHD\/1\.1\.0$/u.test(first ?? ""), `the file begins with ${first}`);
  need(lines.at(-1) === "", "the last line of the header does not end");
  const header = new Map<string, string>();
  for (const line of lines.slice(0, -1)) {
    const [, key, value] = /^(\w+) := ([^\n]+)$/u.exec(line) ?? [];
    need(key !== undefined && value !== undefined, `"${line}" is not "KEY := VALUE"`);
    need(KNOWN_KEYS.includes(key), `the standard has no key ${key}`);
    need(!header.has(key), `${key} stands twice`);
    header.set(key, value);
  }
  for (const key of REQUIRED_KEYS) need(header.has(key), `${key} is missing`);
  return header;
}

export function readCphd(length: number, read: ReadRange): CphdContent {
  const header = readHeader(read(0, Math.min(length, 65_536)));
  const number = (key: string): number => {
    const value = header.get(key) ?? "";
    need(/^\d+$/u.test(value), `${key} is ${value}`);
    return Number(value);
  };
  const [xmlAt, xmlBytes] = [number("XML_BLOCK_BYTE_OFFSET"), number("XML_BLOCK_SIZE")];
  const [vectorsAt, vectorsBytes] = [number("PVP_BLOCK_BYTE_OFFSET"), number("PVP_BLOCK_SIZE")];
  const [signalAt, signalBytes] = [number("SIGNAL_BLOCK_BYTE_OFFSET"), number("SIGNAL_BLOCK_SIZE")];

  // Blocks are in this order, a form feed and a line feed end the XML, and the rest is zeros.
  const headerEnd = read(0, xmlAt).toString("latin1").indexOf("\f\n") + 2;
  need(headerEnd >= 2 && xmlAt >= headerEnd, "the XML begins inside of the header");
  need(
    read(headerEnd, xmlAt).every((byte) => byte === 0),
    "between header and XML is more than zeros",
  );
  const ended = read(xmlAt + xmlBytes, xmlAt + xmlBytes + 2).toString("latin1");
  need(ended === "\f\n", "no form feed ends the XML");
  need(vectorsAt >= xmlAt + xmlBytes + 2, "the vectors' parameters begin inside of the XML");
  need(
    read(xmlAt + xmlBytes + 2, vectorsAt).every((byte) => byte === 0),
    "after the XML is more than zeros",
  );
  need(signalAt >= vectorsAt + vectorsBytes, "the signal begins inside of the vectors' parameters");
  need(
    signalAt + signalBytes === length,
    `the signal ends at ${signalAt + signalBytes}, the file at ${length}`,
  );

  const xml = read(xmlAt, xmlAt + xmlBytes).toString("utf8");
  need(xml.startsWith("<CPHD ") && xml.endsWith("</CPHD>"), "the XML block is not one CPHD element");
  need(
    xml.includes('xmlns="http://api.nsgreg.nga.mil/schema/cphd/1.1.0"'),
    "the XML is not of version 1.1.0",
  );
  need(elementOf(xml, "Classification") === header.get("CLASSIFICATION"), "CLASSIFICATION is not the XML's");
  need(elementOf(xml, "ReleaseInfo") === header.get("RELEASE_INFO"), "RELEASE_INFO is not the XML's");

  const data = elementOf(xml, "Data");
  need(countOf(data, "NumCPHDChannels") === 1, "this reader reads one channel");
  const hasSupport = countOf(data, "NumSupportArrays") > 0;
  need(
    hasSupport === header.has("SUPPORT_BLOCK_SIZE"),
    "support arrays and the key SUPPORT_BLOCK_SIZE go together",
  );
  need(header.has("SUPPORT_BLOCK_SIZE") === header.has("SUPPORT_BLOCK_BYTE_OFFSET"), "half a support block");
  const vectors = countOf(data, "NumVectors");
  const samples = countOf(data, "NumSamples");
  const recordBytes = countOf(data, "NumBytesPVP");
  const format = SAMPLE_FORMATS[elementOf(data, "SignalArrayFormat")];
  need(format !== undefined, "unknown SignalArrayFormat");
  need(recordBytes % 8 === 0, `a record of ${recordBytes} bytes is not of whole words`);
  need(
    vectorsBytes === vectors * recordBytes,
    `${vectors} records of ${recordBytes} are not ${vectorsBytes} bytes`,
  );
  need(
    signalBytes === vectors * samples * format.part * 2,
    `the signal is not ${vectors} x ${samples} samples`,
  );
  need(
    countOf(data, "SignalArrayByteOffset") === 0 && countOf(data, "PVPArrayByteOffset") === 0,
    "a gap before a channel",
  );

  const layout = readLayout(elementOf(xml, "PVP"), recordBytes);
  return {
    header,
    xml,
    vectors,
    samples,
    signalAt,
    vector(index) {
      need(index >= 0 && index < vectors, `no vector ${index}`);
      const record = read(vectorsAt + index * recordBytes, vectorsAt + (index + 1) * recordBytes);
      return Object.fromEntries(
        layout.map(({ name, offset, size }) => [
          name,
          Array.from({ length: size }, (_, at) => record.readDoubleBE((offset + at) * 8)),
        ]),
      );
    },
    sample(vector, index) {
      const at = signalAt + (vector * samples + index) * format.part * 2;
      const bytes = read(at, at + format.part * 2);
      return [format.read(bytes, 0), format.read(bytes, format.part)];
    },
  };
}

interface Field {
  name: string;
  /** In words of eight bytes. */
  offset: number;
  size: number;
}

function readLayout(pvp: string, recordBytes: number): Field[] {
  const fields = [
    ...pvp.matchAll(/<(\w+)><Offset>(\d+)<\/Offset><Size>(\d+)<\/Size><Format>([^<]+)<\/Format>/gu),
  ].map(([, name = "", offset, size, format]) => ({
    name,
    offset: Number(offset),
    size: Number(size),
    format,
  }));
  for (const [name, format] of Object.entries(REQUIRED_PARAMETERS)) {
    const field = fields.find((each) => each.name === name);
    need(field !== undefined, `the vectors have no ${name}`);
    need(field.format === format, `${name} is ${field.format}, not ${format}`);
    need(field.size === (format === "F8" ? 1 : 3), `${name} has ${field.size} words`);
  }
  let end = 0;
  for (const { name, offset, size } of fields.toSorted((a, b) => a.offset - b.offset)) {
    need(offset >= end, `${name} overlaps the parameter before it`);
    end = offset + size;
  }
  need(end * 8 <= recordBytes, `parameters of ${end * 8} bytes are in records of ${recordBytes}`);
  return fields;
}
