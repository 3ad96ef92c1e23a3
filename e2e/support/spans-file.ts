/** The file in the data directory with everything that the product sends to its collector of traces. */
export const SPANS_FILE = "spans.json";
