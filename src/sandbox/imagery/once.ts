/** What is computed on the first call and then known: a file is laid out more often than it is read. */
export function once<T>(make: () => T): () => T {
  let known: { value: T } | undefined;
  return () => (known ??= { value: make() }).value;
}
