import { z } from "zod";

/**
 * What a probe found a server to do, by trying. `unknown`: it was not tried, and the connector works without it. The
 * CapabilityStatement is never the source of a finding.
 */
export const fhirFindings = z.object({
  /** The largest page that the server returned; null if unknown. */
  page_size: z.number().int().positive().nullable().default(null),
  /** How a search goes on: a `next` link with an absolute or relative address, or none was seen. */
  next_link: z.enum(["absolute", "relative", "unknown"]).default("unknown"),
  /** What the server does with a search parameter that it does not know. */
  unknown_parameter: z.enum(["refused", "ignored", "empty", "unknown"]).default("unknown"),
  /** Whether `_lastUpdated` filters, and the resolution of its comparison in milliseconds. */
  last_updated: z.enum(["works", "ignored", "refused", "unknown"]).default("unknown"),
  last_updated_resolution_ms: z.number().int().positive().default(1_000),
  /** Whether `date=ge…&date=le…` of Appointment filters by day. */
  date_search: z.enum(["works", "ignored", "refused", "unknown"]).default("unknown"),
  /** Whether `identifier=system|value` finds exactly the resources with that identifier. */
  identifier_search: z.enum(["works", "ignored", "refused", "unknown"]).default("unknown"),
  /** Whether `_summary=count` returns the total alone. */
  summary_count: z.enum(["works", "ignored", "refused", "unknown"]).default("unknown"),
  /** Whether resources carry `meta.versionId`. */
  version_ids: z.boolean().default(false),
  /** How a Binary comes if asked for its own type. */
  binary: z.enum(["raw", "base64", "unknown"]).default("unknown"),
  /** The answer to reading a resource that is not there. */
  missing: z.enum(["404", "410", "other", "unknown"]).default("unknown"),
  /** Whether an update with an old version in `If-Match` is refused, and the form in which the version is taken. */
  if_match: z.enum(["weak", "strong", "unquoted", "ignored", "refused", "unknown"]).default("unknown"),
  /** Whether a conditional create with `If-None-Exist` creates once. */
  if_none_exist: z.enum(["works", "ignored", "refused", "unknown"]).default("unknown"),
  /** Whether a transaction is undone whole if one entry fails. */
  transactions: z.enum(["atomic", "partial", "refused", "unknown"]).default("unknown"),
  /** The resource types whose search answered. */
  readable: z.array(z.string()).default([]),
});

export type FhirFindings = z.infer<typeof fhirFindings>;

/** Returns the findings of an account's last probe; all unknown without one. */
export const findingsOf = (profile: { findings?: unknown } | null | undefined): FhirFindings =>
  fhirFindings.parse(profile?.findings ?? {});
