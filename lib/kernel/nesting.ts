/** Levels of arrays and objects that JSON of others may have: far more than any of its fields needs. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const ARRAY = 0x5b;
const ARRAY_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Returns whether JSON is nested more than MAX_DEPTH levels deep. Code that walks JSON by recursion, such as
 * JSON.stringify, would overflow the stack; this does not.
 */
export function isTooDeep(json: Uint8Array): boolean {
  let depth = 0;
  let isInString = false;
  for (let place = 0; place < json.byteLength; place++) {
    const byte = json[place];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) place += byte === BACKSLASH ? 1 : 0;
    else if (byte === ARRAY || byte === OBJECT) depth++;
    else if (byte === ARRAY_END || byte === OBJECT_END) depth--;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}

const NOTHING = new TextEncoder().encode("null");

/** Returns JSON with null in place of what is nested more than MAX_DEPTH levels deep; the same bytes if nothing is. */
export function withoutTooDeep(json: Uint8Array): Uint8Array {
  if (!isTooDeep(json)) return json;
  const parts: Uint8Array[] = [];
  let depth = 0;
  let isInString = false;
  let from = 0;
  for (let place = 0; place < json.byteLength; place++) {
    const byte = json[place];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) place += byte === BACKSLASH ? 1 : 0;
    else if (byte === ARRAY || byte === OBJECT) {
      if (++depth === MAX_DEPTH + 1) parts.push(json.subarray(from, place), NOTHING);
    } else if (byte === ARRAY_END || byte === OBJECT_END) {
      if (--depth === MAX_DEPTH) from = place + 1;
    }
  }
  return Buffer.concat([...parts, ...(depth > MAX_DEPTH ? [] : [json.subarray(from)])]);
}
