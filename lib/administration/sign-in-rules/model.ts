import { z } from "zod";

const rules = {
  second_factor_required: z
    .boolean({ error: "must be true or false" })
    .describe(
      "Whether people who sign in by password need a second factor. Those without one set it up at their next sign-in",
    ),
};

/** The rules of an organization for everyone who signs in. */
export const signInRules = z.object(rules).meta({ id: "SignInRules" });

export type SignInRules = z.infer<typeof signInRules>;

/** The body of PUT /organizations/sign-in. */
export const signInRulesInput = z.object(rules);
