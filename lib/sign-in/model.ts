import { z } from "zod";
import { emailAddress } from "#lib/kernel/email-address";

/** The email address and password that a person signs in with. */
export const signInInput = z.object({
  email: z.string().trim().min(1),
  password: z.string().min(1),
});

/** The organization that a person chooses whom the deployment's provider has signed in. */
export const organizationChoice = z.object({
  organization_id: z.string({ error: "must be a string" }),
  password: z.string({ error: "must be a string" }).min(1, "must be a non-empty string").optional(),
});

export type OrganizationChoice = z.infer<typeof organizationChoice>;

/** The email address of a person who forgot the password. */
export const forgottenPassword = z.object({
  email: emailAddress,
});
