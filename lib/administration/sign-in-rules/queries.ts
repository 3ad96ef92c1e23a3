import { z } from "zod";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { requiresSecondFactor } from "#lib/sign-in/second-factor/factors";
import { signInRules } from "./model.ts";

/** GET /organizations/sign-in: what the organization asks of everyone who signs in. */
export const getSignInRules = defineQuery({
  path: "/organizations/sign-in",
  embed: "account",
  summary: "What the organization asks of everyone who signs in",
  permission: "sign-in-rules:read",
  patientData: false,
  query: noQuery,
  body: z.object({ sign_in_rules: signInRules }),
  read: async ({ tx, organizationId }) => ({
    sign_in_rules: { second_factor_required: await requiresSecondFactor(tx, organizationId) },
  }),
});
