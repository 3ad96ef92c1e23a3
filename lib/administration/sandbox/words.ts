export { isSandbox } from "#lib/emr/sandbox/kind";

/** A setting of the sandbox's behavior in the words of its form and of the API reference. */
export interface Words {
  label: string;
  /** One sentence without a full stop. */
  meaning: string;
  /** The meaning of no number, for numbers that may be missing. */
  none?: string;
}

/** The settings that one form saves together. */
export const BEHAVIOR_WORDS = {
  latency_ms: { label: "Latency", meaning: "How long every call takes, in milliseconds" },
  slow_page_ms: {
    label: "Slow pages",
    meaning: "How much longer each page of a list takes, in milliseconds",
  },
  fault_rate: { label: "Failing calls", meaning: "Share of calls that fail temporarily, 0 to 1" },
  empty_after_outage_s: {
    label: "Empty lists after an outage",
    meaning: "How long every list stays empty once an outage is over, in seconds",
  },
  rate_limit_per_minute: {
    label: "Calls per minute",
    meaning: "The EMR refuses further calls until the minute ends",
    none: "no limit",
  },
  rate_limit_window_s: {
    label: "Window of the limit",
    meaning: "How long the minute of the limit lasts, in seconds: a shorter one speeds time up",
  },
  limit_answer: { label: "Refusal over the limit", meaning: "How the EMR refuses a call over the limit" },
  token_calls: {
    label: "Calls per access token",
    meaning: "After this many calls the EMR refuses one as unauthorized; the next call gets a new token",
    none: "tokens that last",
  },
  page_records: { label: "Records per page", meaning: "How many records one page of a list has at most" },
  cut_after_commit_rate: {
    label: "Writes without an answer",
    meaning: "Share of writes that the EMR saves before it cuts the connection, 0 to 1",
  },
  error_after_commit_rate: {
    label: "Writes with a false error",
    meaning: "Share of writes that the EMR saves and answers with an error, 0 to 1",
  },
  short_kind: {
    label: "Short list",
    meaning: "This list ends after half of its first page, without an error",
  },
  broken_kind: {
    label: "Broken record",
    meaning: "The first record of this list is broken",
  },
  broken_as: { label: "Kind of break", meaning: "Fault of the broken record" },
} as const satisfies Record<string, Words>;

/** The choices of `limit_answer`. */
export const LIMIT_ANSWERS = {
  header: "429 with the time in a header",
  body: "429 with the time in its text",
  forbidden: "403 with a text about a limit",
} as const;

/** The choices of `broken_as`. */
export const BREAKS = {
  unreadable: "It cannot be read",
  incomplete: "It lacks a required field",
} as const;

/** The lists that `short_kind` and `broken_kind` name. */
export const LISTS = {
  locations: "Locations",
  providers: "Providers",
  visit_types: "Visit types",
  staff: "Staff",
  referring_providers: "Referring providers",
  forms: "Forms",
  patients: "Patients",
  appointments: "Appointments",
  claims: "Claims",
  referrals: "Referrals",
  recalls: "Recalls",
  documents: "Documents",
} as const;
