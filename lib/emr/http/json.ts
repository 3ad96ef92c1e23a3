import type { EmrResponse } from "#lib/egress/emr-client";

/** Returns the JSON object of a response's body, or null. */
export function jsonOf({ body }: EmrResponse): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString("utf8"));
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
