import { z } from "zod";

const text = z.string({ error: "must be a string" }).max(200, "must have at most 200 characters").optional();

const filterFields = {
  query: text.describe("Job id, patient name or MRN"),
  type: text.describe("Operation ids, comma-separated"),
  status: text.describe("Statuses, comma-separated"),
  patient_mrn: text,
  ambiguous: text.describe("`true` or `false`"),
  actor: text.describe("Part of the actor's name, or the actor's id"),
};

/** The filters of a saved view: parameters of GET /jobs, in the same format. */
export const savedViewFilters = z
  .strictObject(filterFields, {
    error: ({ code }) =>
      code === "unrecognized_keys"
        ? `filters must name only ${Object.keys(filterFields).join(", ")}`
        : "must be an object of filters",
  })
  .meta({ id: "SavedViewFilters" });

/** Activity filters that a user has saved under a name (decisions §5). */
export const savedViewModel = z
  .object({
    id: z.string(),
    name: z.string(),
    filters: savedViewFilters,
    created_at: z.string().describe("ISO 8601"),
    updated_at: z.string().describe("ISO 8601"),
  })
  .meta({ id: "SavedView" });

const nameProblem = "must be a non-empty string";

/** The name of a saved view. */
export const savedViewName = z.object({
  name: z
    .string({ error: nameProblem })
    .trim()
    .min(1, nameProblem)
    .max(80, "must have at most 80 characters")
    .describe("Unique among the user's views of the account, ignoring case"),
});

export type SavedViewFilters = z.infer<typeof savedViewFilters>;
export type SavedViewModel = z.infer<typeof savedViewModel>;
