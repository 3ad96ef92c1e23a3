export interface ByteRange {
  start: number;
  /** In bytes. */
  length: number;
}

/**
 * Returns the part of `size` bytes that a `Range` header asks for (RFC 9110, section 14): null if the whole file may be
 * sent (no header, several parts or another unit); "unsatisfiable" if the range is outside the file.
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
