import { z } from "zod";

/** The email address and password that a person signs in with. */
export const signInInput = z.object({
  email: z.string().trim().min(1),
  password: z.string().min(1),
});
