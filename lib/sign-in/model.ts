import { z } from "zod";

/** The email address and password that a person signs in with. */
export const signInInput = z.object({
  email: z.string().trim().min(1),
  password: z.string().min(1),
});

/** The email address of a person who forgot the password. */
export const forgottenPassword = z.object({
  email: z
    .string({ error: "must be a string" })
    .trim()
    .max(254, "must have at most 254 characters")
    .pipe(z.email({ error: "must be an email address" })),
});
