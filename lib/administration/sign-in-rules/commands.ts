import { eq } from "drizzle-orm";
import { z } from "zod";
import { organization } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { changedFields } from "#lib/security/audit/changed-fields";
import { requiresSecondFactor } from "#lib/sign-in/second-factor/factors";
import { signInRules, signInRulesInput } from "./model.ts";

/** PUT /organizations/sign-in: requires a second factor of people who sign in by password, or stops requiring it. */
export const setSignInRules = defineCommand({
  method: "PUT",
  path: "/organizations/sign-in",
  embed: "account",
  summary: "Set whether the organization requires a second factor",
  description:
    "People without one set it up at their next sign-in; open sessions continue. Whoever signs in through the identity provider is asked for nothing here: its second factor is the provider's business.",
  permission: "sign-in-rules:update",
  by: "person",
  status: 200,
  input: signInRulesInput,
  done: "Sign-in changed",
  body: z.object({ sign_in_rules: signInRules }),
  async execute({ tx, principal: { organizationId }, input, note }) {
    const before = { second_factor_required: await requiresSecondFactor(tx, organizationId) };
    await tx
      .update(organization)
      .set({ requiresSecondFactor: input.second_factor_required })
      .where(eq(organization.id, organizationId));
    note(changedFields("Sign-in", before, input));
    return { sign_in_rules: input };
  },
});
