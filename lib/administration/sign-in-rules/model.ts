import { z } from "zod";

const rules = {
  second_factor_required: z
    .boolean({ error: "must be true or false" })
    .describe("True: whoever signs in by password needs a second factor, and sets one up at the next sign-in"),
};

/** What an organization asks of everyone who signs in. */
export const signInRules = z.object(rules).meta({ id: "SignInRules" });

export type SignInRules = z.infer<typeof signInRules>;

/** The body of PUT /organizations/sign-in. */
export const signInRulesInput = z.object(rules);
