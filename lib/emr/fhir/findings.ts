import { z } from "zod";
import type { Profile } from "#lib/emr/port/profile";
import { EXPORT_LEVELS } from "./bulk/levels.ts";
import { ways } from "./ways.ts";

/** A finding with these values, or `unknown`, also for a value that another version of the product stored. */
const oneOf = <const Value extends string>(...values: Value[]) =>
  z.union([z.enum(values), z.literal("unknown")]).catch("unknown");

/** `refused` also stands for a filter that does not find what it should. */
const filter = () => oneOf("works", "ignored", "refused");

/**
 * The behaviour of a server as a probe found it, by trying. `unknown`: it was not tried or could not be told, and the connector
 * works without it. The CapabilityStatement is never the source of a finding.
 */
export const fhirFindings = z.object({
  /** The largest page that the server returns; null if no limit was seen. */
  page_size: z.number().int().positive().nullable().catch(null),
  /** How a search goes on: a `next` link with an absolute or relative address, one that leads away, or none was seen. */
  next_link: oneOf("absolute", "relative", "elsewhere"),
  /** The base URL by which the server names itself in its answers; null if it was not seen. */
  stated_base: z.string().nullable().catch(null).default(null),
  /** The server's reaction to a search parameter that it does not know. */
  unknown_parameter: oneOf("refused", "ignored", "empty"),
  /** The same under `Prefer: handling=strict`. */
  strict_handling: oneOf("refused", "ignored", "empty"),
  /** Whether `_lastUpdated` filters, and the resolution of its comparison in milliseconds. */
  last_updated: filter(),
  last_updated_resolution_ms: z.number().int().positive().catch(60_000),
  /** Whether `date=ge…&date=le…` of Appointment, and `start` of Slot, filter by day. */
  day_search: filter(),
  /** Whether such a search takes dates, or moments alone. */
  day_search_by: z.enum(["day", "moment"]).catch("day"),
  /** Whether `identifier=system|value` finds exactly the resources with that identifier. */
  identifier_search: filter(),
  /** The same of Appointment, whose search some servers answer otherwise. */
  visit_identifier_search: filter(),
  /** Whether `birthdate` of Patient finds exactly the patients who were born on a day. */
  birthdate_search: filter(),
  /** The same as `identifier_search` of Coverage. */
  coverage_identifier_search: filter(),
  /** Whether `patient` of Coverage finds exactly those of a patient. */
  coverage_patient_search: filter(),
  /** Whether `_summary=count` returns the total alone. */
  summary_count: filter(),
  /** Whether a search is answered by POST `_search`. */
  post_search: filter(),
  /** Whether resources carry `meta.versionId`. */
  version_ids: z.boolean().catch(false),
  /** How a Binary comes if asked for its own type. */
  binary: oneOf("raw", "base64"),
  /** Where the content of documents is: in the resource, in a resource of this server, or on another origin. */
  attachments: z.array(z.enum(["inline", "server", "elsewhere"])).catch([]),
  /** The answer to reading a resource that was never there. */
  missing: oneOf("404", "410", "other"),
  /** The answer to reading a resource that was deleted. */
  deleted: oneOf("404", "410", "other"),
  /** Whether an update with an old version in `If-Match` is refused, and the form in which the version is taken. */
  if_match: oneOf("weak", "strong", "unquoted", "ignored", "refused"),
  /** Whether a JSON Patch with an old version in `If-Match` is refused, in the form of `if_match`. */
  patch_if_match: filter(),
  /** Whether a conditional create with `If-None-Exist` creates once. */
  if_none_exist: filter(),
  /** Whether a search by identifier finds a new record before a lost answer is looked for. */
  new_record_search: oneOf("soon", "later"),
  /** Whether a transaction is undone whole if one entry fails. */
  transactions: oneOf("atomic", "partial", "refused"),
  /** Whether a transaction of which one part names an old version in `ifMatch` is refused whole. */
  transaction_if_match: filter(),
  /** The levels at which the server was seen to begin an export of all records (Bulk Data Access). */
  exports: z.array(z.enum(EXPORT_LEVELS)).catch([]).default([]),
  /** The resource types whose search answered; null without a probe that reached the server. */
  readable: z.array(z.string()).nullable().catch(null).default(null),
  /** How the other types are read that the server answers only for one practitioner, patient or id. */
  ways,
});

export type FhirFindings = z.infer<typeof fhirFindings>;

export type FindingName = keyof FhirFindings;

/** Returns the findings that stand although a call has contradicted them: without them nothing would be read. */
const needed = ({ ways: found }: FhirFindings): string[] => [
  "readable",
  "ways",
  ...(Object.values(found).some(({ by }) => by === "export") ? ["exports"] : []),
];

/**
 * Returns the findings of an account's last probe; all unknown without one. A finding that a call has contradicted since
 * counts as unknown, but for the types that can be read and their ways, without which nothing would be read.
 */
export function findingsOf(profile: Pick<Profile, "findings" | "contradicted"> | null | undefined): FhirFindings {
  const found = fhirFindings.parse(profile?.findings ?? {});
  const contradicted = new Set(profile?.contradicted);
  const standing = needed(found);
  const kept = Object.entries(found).filter(([name]) => standing.includes(name) || !contradicted.has(name));
  return fhirFindings.parse(Object.fromEntries(kept));
}
