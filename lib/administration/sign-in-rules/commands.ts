import { eq } from "drizzle-orm";
import { z } from "zod";
import { organization } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { changedFields } from "#lib/security/audit/changed-fields";
import { signInRules, signInRulesInput } from "./model.ts";
import { toSignInRules } from "./queries.ts";

/** PUT /organizations/sign-in: requires a second factor of people who sign in by password, or stops requiring it. */
export const setSignInRules = defineCommand({
  method: "PUT",
  path: "/organizations/sign-in",
  embed: "account",
  summary: "Set whether the organization requires a second factor",
  description:
    "People without one set it up at their next sign-in; open sessions continue. Whoever signs in through the identity provider is asked for nothing here: its second factor is the provider's business.",
  permission: "sign-in-rules:update",
  conditional: { shows: "sign-in-rules:read" },
  by: "person",
  status: 200,
  input: signInRulesInput,
  done: "Sign-in changed",
  body: z.object({ sign_in_rules: signInRules }),
  async execute({ tx, principal: { organizationId }, input, note, assertMatch }) {
    const own = eq(organization.id, organizationId);
    const [row] = await tx
      .select({ second_factor_required: organization.requiresSecondFactor })
      .from(organization)
      .where(own)
      .for("no key update");
    const before = { second_factor_required: row?.second_factor_required ?? false };
    assertMatch(toSignInRules(before.second_factor_required));
    await tx.update(organization).set({ requiresSecondFactor: input.second_factor_required }).where(own);
    note(changedFields("Sign-in", before, input));
    return { sign_in_rules: toSignInRules(input.second_factor_required) };
  },
});
