/** Returns the answer to a GET of an object of `size` bytes; `end` is the last byte. */
export function rangeOf(request, size) {
  const common = { etag: '"bench"', "accept-ranges": "bytes" };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (from === undefined) {
    return {
      status: 200,
      start: 0,
      end: Math.max(0, size - 1),
      headers: { ...common, "content-length": size },
    };
  }
  const start = Number(from);
  const end = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  const range = { "content-range": `bytes ${start}-${end}/${size}`, "content-length": end - start + 1 };
  return { status: 206, start, end, headers: { ...common, ...range } };
}
