/** The product types that have a column, in the order of the interface: the STAC identifier of each that exists. */
export const PRODUCT_COLUMNS = ["SLC", "GEO", "GEC", "SICD", "SIDD", "CPHD"] as const;
