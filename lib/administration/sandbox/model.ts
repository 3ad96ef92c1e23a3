import { z } from "zod";
import { atLeastOneOf, etag } from "#lib/kernel/fields";
import { BEHAVIOR_WORDS, BREAKS, LIMIT_ANSWERS, LISTS, type Words } from "./words.ts";

const MAX_WAIT_MS = 60_000;
const MAX_PAGE_RECORDS = 1_000;
const MAX_EMPTY_S = 86_400;
const MAX_WINDOW_S = 3_600;
const MAX_CALLS = 1_000_000;

/** A whole number within bounds. */
function whole(from: number, to: number, alternative = "") {
  const problem = `must be a whole number from ${from} to ${to}${alternative}`;
  return z.int({ error: problem }).min(from, problem).max(to, problem);
}

const wholeOrNull = (from: number, to: number) => whole(from, to, ", or null").nullable();

const share = z
  .number({ error: "must be a number from 0 to 1" })
  .min(0, "must be a number from 0 to 1")
  .max(1, "must be a number from 0 to 1");
const flag = z.boolean({ error: "must be true or false" });

const namesOf = <Name extends string>(choices: Readonly<Record<Name, string>>) => Object.keys(choices) as Name[];

/** One of a record's keys. */
function choice<Name extends string>(choices: Readonly<Record<Name, string>>, alternative = "") {
  const names = namesOf(choices);
  return z.enum(names, { error: `must be one of ${names.join(", ")}${alternative}` });
}

const list = choice(LISTS, ", or null").nullable();

/** Returns the sentence of the API reference about a setting. */
function about(name: keyof typeof BEHAVIOR_WORDS): string {
  const { meaning, none }: Words = BEHAVIOR_WORDS[name];
  return none ? `${meaning}; null for ${none}` : meaning;
}

/** Returns the sentence about a setting with its choices. */
const aboutChoices = (name: keyof typeof BEHAVIOR_WORDS, choices: Readonly<Record<string, string>>): string =>
  `${about(name)}: ${Object.entries(choices)
    .map(([id, meaning]) => `\`${id}\` (${meaning})`)
    .join(", ")}`;

/** The settings that one form saves together. */
export const sandboxTraits = z.object({
  latency_ms: whole(0, MAX_WAIT_MS).describe(about("latency_ms")),
  slow_page_ms: whole(0, MAX_WAIT_MS).describe(about("slow_page_ms")),
  page_records: whole(1, MAX_PAGE_RECORDS).describe(about("page_records")),
  fault_rate: share.describe(about("fault_rate")),
  empty_after_outage_s: whole(0, MAX_EMPTY_S).describe(about("empty_after_outage_s")),
  rate_limit_per_minute: wholeOrNull(1, MAX_CALLS).describe(about("rate_limit_per_minute")),
  rate_limit_window_s: whole(1, MAX_WINDOW_S).describe(about("rate_limit_window_s")),
  limit_answer: choice(LIMIT_ANSWERS).describe(aboutChoices("limit_answer", LIMIT_ANSWERS)),
  token_calls: wholeOrNull(1, MAX_CALLS).describe(about("token_calls")),
  cut_after_commit_rate: share.describe(about("cut_after_commit_rate")),
  error_after_commit_rate: share.describe(about("error_after_commit_rate")),
  short_kind: list.describe(`${about("short_kind")}; null for none`),
  broken_kind: list.describe(`${about("broken_kind")}; null for none`),
  broken_as: choice(BREAKS).describe(aboutChoices("broken_as", BREAKS)),
});

export type SandboxTraits = z.infer<typeof sandboxTraits>;

const settings = sandboxTraits.extend({
  outage: flag.describe("While true, every call fails with a transient error"),
  drift_rate: share.describe("Changes this share of the EMR's records at once, 0 to 1"),
  user_active: flag.describe('While false, every operation is answered with 404 "User not found"; reads still work'),
});

/** The behavior of an account's simulated EMR (decisions §10). */
export const sandboxBehavior = settings.extend({ etag }).meta({ id: "SandboxBehavior" });

/** The body of PATCH /sandbox/behavior: at least one setting. */
export const sandboxBehaviorChange = settings.partial().check(atLeastOneOf(settings.shape));

/** A record that the simulated EMR has stored for a job. */
export const sandboxWrite = z
  .object({
    kind: z.string().describe("Such as payment, episode or referral_update"),
    emr_id: z.string().describe("The EMR's id of the created or changed record"),
    idempotency_key: z.string(),
  })
  .meta({ id: "SandboxWrite" });

export type SandboxBehavior = z.infer<typeof sandboxBehavior>;

export type SandboxChange = z.infer<typeof sandboxBehaviorChange>;
