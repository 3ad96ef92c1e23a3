import type { EmrResponse } from "#lib/egress/emr-client";
import { retryAfterMs } from "#lib/kernel/retry-after";

/** Longest pause that a server may ask for between two questions about an export. */
const MOST_MS = 10 * 60_000;

/** Returns the milliseconds that a response asks to wait, at most ten minutes; null if it does not say. */
export const waitOf = ({ headers }: Pick<EmrResponse, "headers">): number | null =>
  retryAfterMs(headers["retry-after"], { mostMs: MOST_MS });
