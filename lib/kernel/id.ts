const UUID = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Random bytes are cheap by the thousand and dear by the dozen. */
const POOL_BYTES = 4096;
let pool = { bytes: new Uint8Array(0), used: 0 };

/** So many random bytes, never given before. */
function randomBytes(count: number): Uint8Array {
  if (pool.used + count > pool.bytes.length) {
    pool = { bytes: crypto.getRandomValues(new Uint8Array(POOL_BYTES)), used: 0 };
  }
  pool.used += count;
  return pool.bytes.slice(pool.used - count, pool.used);
}

const COUNTER_BITS = 12;
let last = { ms: 0, counter: 0 };

/** Counts the ids of one millisecond, from a random start that leaves room above it. */
function countIn(ms: number, random: number): number {
  const half = 2 ** (COUNTER_BITS - 1);
  last = { ms, counter: ms === last.ms && last.counter + 1 < 2 * half ? last.counter + 1 : random % half };
  return last.counter;
}

/**
 * A new UUID version 7, written as 32 lower-case hex digits without dashes. Ids sort by time; those of one process and
 * millisecond by the order in which they were made, up to about two thousand of them.
 */
export function newId(now: number = Date.now()): string {
  const bytes = randomBytes(16);
  for (let index = 0; index < 6; index++) bytes[index] = Math.floor(now / 2 ** (8 * (5 - index))) & 0xff;
  const counter = countIn(now, 256 * (bytes[6] ?? 0) + (bytes[7] ?? 0));
  bytes[6] = 0x70 | (counter >> 8);
  bytes[7] = counter & 0xff;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  let hex = "";
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

/** A UUID with or without dashes, in any case, as 32 lower-case hex digits; null where it is none. */
export function parseId(text: string): string | null {
  return UUID.test(text) ? text.replaceAll("-", "").toLowerCase() : null;
}
