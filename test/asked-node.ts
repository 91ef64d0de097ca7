/** Fails a run on another Node than the one that `test/on-node.mjs` was asked for: npm puts the checkout's own Node first. */
const { SWATH_TEST_NODE: asked } = process.env;

if (asked !== undefined && asked !== process.version)
  throw new Error(`the tests run on Node ${process.version}, and ${asked} was asked for`);
