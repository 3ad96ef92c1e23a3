import { createHash } from "node:crypto";

/** Returns the service's own id, 32 hex digits, of a record of an account. */
export const idOf = (...parts: readonly (string | number)[]): string =>
  createHash("sha256").update(parts.join("/")).digest("hex").slice(0, 32);
