/** In the first lines of every page of ours, to distinguish it from other files. */
export const PAGE_MARK = '<meta name="generator" content="swath">';
