import { z } from "zod";
import { etag } from "#lib/kernel/fields";

const rules = {
  second_factor_required: z
    .boolean({ error: "must be true or false" })
    .describe(
      "Whether people who sign in by password need a second factor. Those without one set it up at their next sign-in",
    ),
};

/** The rules of an organization for everyone who signs in. */
export const signInRules = z.object({ ...rules, etag }).meta({ id: "SignInRules" });

/** The body of PUT /organizations/sign-in. */
export const signInRulesInput = z.object(rules);
