import type { EmrResponse } from "#lib/egress/emr-client";
import { isRecord } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import type { WrittenType } from "./find-write.ts";

/** Returns the resource of the given type in a response's body; null if the body is empty or holds something else. */
export function resourceIn(response: EmrResponse, type: WrittenType | "Binary"): Record<string, unknown> | null {
  const body = jsonOf(response);
  return body?.resourceType === type ? body : null;
}

/**
 * Returns the id that the server gave a new resource: from the body, or from the `Location`, which may lead to a version
 * of it. Null if the response does not say.
 */
export function writtenId(response: EmrResponse, type: WrittenType | "Binary"): string | null {
  const { id } = resourceIn(response, type) ?? {};
  if (typeof id === "string" && id !== "") return id;
  const address = new RegExp(`(?:^|/)${type}/([A-Za-z0-9.-]{1,64})(?:/_history/[^/]+)?/?$`);
  const { location, "content-location": content } = response.headers;
  return [location, content].flatMap((header) => address.exec(header ?? "")?.[1] ?? [])[0] ?? null;
}

const versionOf = (resource: object): unknown => {
  const { meta } = resource as { meta?: unknown };
  return isRecord(meta) ? (meta.versionId ?? meta.lastUpdated) : undefined;
};

/**
 * Returns whether a server has composed the resource that answers a write: it carries a version, and another one than the
 * record before the write. Any other answer may be what was sent, and says nothing about what was stored.
 */
export function isComposed(answered: object, before: object | null): boolean {
  const version = versionOf(answered);
  return version !== undefined && (before === null || version !== versionOf(before));
}
