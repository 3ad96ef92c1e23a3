import { z } from "zod";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { requiresSecondFactor } from "#lib/sign-in/second-factor/factors";
import { signInRules } from "./model.ts";

/** Returns an organization's rules with their tag. */
export const toSignInRules = (required: boolean) => withEntityTag({ second_factor_required: required });

/** GET /organizations/sign-in: what the organization asks of everyone who signs in. */
export const getSignInRules = defineQuery({
  path: "/organizations/sign-in",
  embed: "account",
  summary: "What the organization asks of everyone who signs in",
  permission: "sign-in-rules:read",
  patientData: false,
  query: noQuery,
  body: z.object({ sign_in_rules: signInRules }),
  etagOf: ({ sign_in_rules }) => sign_in_rules.etag,
  read: async ({ tx, organizationId }) => ({
    sign_in_rules: toSignInRules(await requiresSecondFactor(tx, organizationId)),
  }),
});
