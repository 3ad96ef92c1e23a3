export interface ByteRange {
  start: number;
  /** Bytes. */
  length: number;
}

/**
 * The part of `size` bytes that a `Range` header asks for (RFC 9110, section 14): null where it asks for all, or for
 * several parts or another unit, which may be answered with all; "unsatisfiable" where it asks for nothing that is there.
 */
export function byteRange(header: string | null, size: number): ByteRange | "unsatisfiable" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (!match || (first === "" && last === "")) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  return start >= size || end < start ? "unsatisfiable" : { start, length: end - start + 1 };
}
