/** Stands in the first lines of every page of ours, and tells it from any other file. */
export const PAGE_MARK = '<meta name="generator" content="swath">';
