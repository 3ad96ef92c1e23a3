import { eq } from "drizzle-orm";
import { z } from "zod";
import { linkedAccount } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { unknownValue } from "#lib/definitions/known-value";
import { invalid, notFound } from "#lib/kernel/domain-error";
import { requiredText } from "#lib/kernel/fields";
import { readMeanings } from "./meanings.ts";
import { visitMeaning, visitStatusMeaningModel } from "./model.ts";

const meanings = z
  .array(
    z.object({
      code: requiredText(100).describe("`code` of GET /visit-statuses"),
      meaning: visitMeaning.describe("null: it means none of these"),
    }),
    { error: "must be an array of visit statuses with their meanings" },
  )
  .min(1, "must have at least 1 entry")
  .max(200, "must have at most 200 entries")
  .superRefine((all, context) => {
    const codes = all.map(({ code }) => code);
    for (const [index, code] of codes.entries()) {
      if (codes.indexOf(code) === index) continue;
      context.addIssue({ code: "custom", path: [index, "code"], message: "must be unique" });
    }
  });

/**
 * PATCH /visit-status-meanings: sets what visit statuses mean to the front desk (decisions §5). Statuses that are not
 * named keep their meaning, so that two admins at once undo nothing of each other. Nothing is sent to the EMR.
 */
export const changeVisitStatusMeanings = defineCommand({
  method: "PATCH",
  path: "/visit-status-meanings",
  embed: "account",
  summary: "Set what the account's visit statuses mean",
  description: "Statuses that are not named keep their meaning. Nothing is sent to the EMR.",
  permission: "visit-statuses:update",
  status: 200,
  input: z.object({ meanings }),
  done: "Visit status meanings updated",
  body: z.object({ visit_status_meanings: z.array(visitStatusMeaningModel) }),
  async execute({ tx, tenant: { linkedAccountId }, input }) {
    const [account] = await tx
      .select({ chosen: linkedAccount.visitMeanings })
      .from(linkedAccount)
      .where(eq(linkedAccount.id, linkedAccountId))
      .for("no key update");
    if (!account) throw notFound("Linked account");
    const codes = (await readMeanings(tx, linkedAccountId)).map(({ code }) => code);
    const problems = input.meanings.flatMap(
      ({ code }, index) => unknownValue(`meanings[${index}].code`, code, codes, "visit statuses") ?? [],
    );
    if (problems.length > 0) throw invalid(problems);
    const changed = Object.fromEntries(input.meanings.map(({ code, meaning }) => [code, meaning]));
    await tx
      .update(linkedAccount)
      .set({ visitMeanings: { ...account.chosen, ...changed } })
      .where(eq(linkedAccount.id, linkedAccountId));
    return { visit_status_meanings: await readMeanings(tx, linkedAccountId) };
  },
});
