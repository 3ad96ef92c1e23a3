import { z } from "zod";
import { momentText } from "#lib/kernel/date-texts";
import { etag } from "#lib/kernel/fields";
import { oneLineName } from "#lib/kernel/one-line";

/** The lists of the console whose filters can be saved under a name. */
export const VIEW_LISTS = [
  "jobs",
  "appointments",
  "patients",
  "providers",
  "referrals",
  "recalls",
  "claims",
  "documents",
  "events",
  "users",
  "audit_log",
] as const;

/** The filters of one list are few; the bound keeps a view small. */
const MAX_FILTERS = 20;

/** The names of the filters of jobs: parameters of GET /jobs, in the same format. */
export const JOB_FILTER_NAMES: readonly string[] = ["query", "type", "status", "patient_mrn", "ambiguous", "actor"];

/** The filters of a saved view by name: of jobs those of GET /jobs, of another list those that its page has. */
export const savedViewFilters = z
  .record(z.string(), z.string({ error: "must be a string" }).max(200, "must have at most 200 characters"), {
    error: "must be an object of filters",
  })
  .refine((filters) => Object.keys(filters).length <= MAX_FILTERS, {
    error: `must have at most ${MAX_FILTERS} filters`,
  })
  .refine((filters) => Object.keys(filters).every((name) => /^[a-z_]{1,40}$/.test(name)), {
    error: "must name each filter by at most 40 small letters and underscores",
  })
  .describe(
    `Texts by the name of the filter. Of \`jobs\`: ${JOB_FILTER_NAMES.join(", ")}, in the format of GET /jobs; of another list what its page has, and \`sort\``,
  )
  .meta({ id: "SavedViewFilters" });

/** Filters of one list that a user has saved under a name (decisions §5). */
export const savedViewModel = z
  .object({
    id: z.string(),
    list: z.enum(VIEW_LISTS).describe("The list that the view shows"),
    name: z.string(),
    filters: savedViewFilters,
    created_at: momentText.describe("ISO 8601"),
    updated_at: momentText.describe("ISO 8601"),
    etag,
  })
  .meta({ id: "SavedView" });

export const savedViewName = z.object({
  name: oneLineName(80).describe("Unique among the user's views of the list, ignoring case"),
});

export type ViewList = (typeof VIEW_LISTS)[number];
export type SavedViewFilters = z.infer<typeof savedViewFilters>;
export type SavedViewModel = z.infer<typeof savedViewModel>;
