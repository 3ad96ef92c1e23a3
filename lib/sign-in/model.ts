import { z } from "zod";
import { emailAddress } from "#lib/kernel/email-address";

/** The email address and password that a person signs in with. */
export const signInInput = z.object({
  email: z.string().trim().min(1),
  password: z.string().min(1),
});

/** The email address of a person who forgot the password. */
export const forgottenPassword = z.object({
  email: emailAddress,
});
