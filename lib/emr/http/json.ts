import type { EmrResponse } from "#lib/egress/emr-client";

/** Returns the JSON object of a response's body, or null. */
export function jsonOf({ body }: EmrResponse): Record<string, unknown> | null {
  try {
    // Some servers begin their text with a byte order mark, which the decoder leaves out.
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
