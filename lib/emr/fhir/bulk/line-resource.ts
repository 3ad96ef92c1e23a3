import { isUtf8 } from "node:buffer";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import type { Line } from "./lines.ts";

/** Characters of a line that cannot be read in which the id of its resource is looked for. */
const SEARCHED = 2_048;

/** A line's resource; or why there is none, with the resource's id if it can be told; or nothing, if it is blank. */
export type LineResource = { resource: Untrusted } | { reason: string; id: string | null } | null;

/** Returns the id of the resource of a broken line: in front of its first element, where most servers write it. */
function idIn({ bytes }: Line): string | null {
  const beginning = bytes.toString("latin1", 0, SEARCHED);
  const inner = beginning.indexOf("{", beginning.indexOf("{") + 1);
  const own = inner === -1 ? beginning : beginning.slice(0, inner);
  return /"id"\s*:\s*"([A-Za-z0-9.-]{1,64})"/.exec(own)?.[1] ?? null;
}

const MEGABYTE = 1024 * 1024;

/** Returns the resource of a line. */
export function resourceOf(line: Line, maxBytes: number): LineResource {
  const { bytes, isOverlong } = line;
  if (isOverlong) {
    const reason = `Its line in the EMR's export is longer than ${Math.round(maxBytes / MEGABYTE)} MB`;
    return { reason, id: idIn(line) };
  }
  const resource = isUtf8(bytes) ? jsonOf({ status: 200, headers: {}, body: bytes }) : null;
  if (resource !== null) return { resource };
  return /^\s*$/.test(bytes.toString("latin1"))
    ? null
    : { reason: "Its line in the EMR's export is broken", id: idIn(line) };
}
