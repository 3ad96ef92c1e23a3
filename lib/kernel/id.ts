import { v7 } from "uuid";
import { presentMs } from "./clock.ts";

const UUID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** Orders the ids of one process and millisecond; its random start keeps several processes apart. */
let sequence = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;

/**
 * Returns a new UUID version 7, written as 32 lower-case hex digits without dashes (decisions §3), of the time `now` in
 * epoch milliseconds, by default that of the database's clock. Ids sort by time; those of one process and millisecond by the order in which they were created.
 */
export const newId = (now: number = presentMs()): string => v7({ msecs: now, seq: sequence++ }).replaceAll("-", "");

/** Parses a UUID with or without dashes in any case. Returns 32 lower-case hex digits, or null. */
export function parseId(text: string): string | null {
  return UUID.test(text) ? text.replaceAll("-", "").toLowerCase() : null;
}

/** Returns the lowest possible id of a moment: ids created before it are lower, later ones are not. */
export const lowestIdAt = (moment: Date): string => `${newId(moment.getTime()).slice(0, 12)}${"0".repeat(20)}`;

/** Returns the creation time that a UUID version 7 contains. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16));
