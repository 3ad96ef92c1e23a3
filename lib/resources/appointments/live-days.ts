import { z } from "zod";
import { failureReason } from "#lib/job-record/model";
import { calendarDate, inOrder, requiredText } from "#lib/kernel/fields";
import { type IssueParams, listRule, type NameOf } from "#lib/kernel/validation";

const MAX_DAYS = 31;
const MAX_PROVIDERS = 10;
const DAY_MS = 86_400_000;

const providersProblem = listRule(`must be an array of 1 to ${MAX_PROVIDERS} EMR ids`);

const tooLong = (nameOf: NameOf) => `must be less than ${MAX_DAYS} days after ${nameOf("start_date")}`;

/** The days and providers of a live fetch of schedules (additions §2). */
export const liveDays = z
  .object({
    start_date: calendarDate("any").describe("YYYY-MM-DD, inclusive"),
    end_date: calendarDate("any").describe(`YYYY-MM-DD, inclusive; the range may have at most ${MAX_DAYS} days`),
    provider_ehr_ids: z
      .array(requiredText(200), { error: providersProblem })
      .min(1, providersProblem)
      .max(MAX_PROVIDERS, providersProblem)
      .optional()
      .describe(`1 to ${MAX_PROVIDERS} active providers by their ids in the EMR; without it, all active providers`),
  })
  .check(inOrder("start_date", "end_date"))
  .refine(({ start_date, end_date }) => !(Date.parse(end_date) - Date.parse(start_date) >= MAX_DAYS * DAY_MS), {
    path: ["end_date"],
    error: tooLong(String),
    params: { message: tooLong } satisfies IssueParams,
  });

export const liveDaysForm = {
  start_date: { label: "From", widget: "date", initial: { from: "today" } },
  end_date: { label: "Until", widget: "date", initial: { from: "today" }, help: `At most ${MAX_DAYS} days.` },
  provider_ehr_ids: { label: "Providers", widget: "chips", hidden: true },
} as const;

/** Numbers of a completed live fetch. */
export const liveCounts = {
  found: z.number().int().describe("Records that the EMR returned of what was asked for"),
  created: z.number().int().describe("Records that were not known here"),
  updated: z.number().int().describe("Records that differed"),
  deleted: z.number().int().describe("Records that the EMR says it no longer has"),
};

/** What every failed live fetch says. */
export const liveFetchFailed = z.object({ failure_reason: z.string(), reasons: z.array(failureReason) });
