import { z } from "zod";

export const ROLES = ["admin", "staff"] as const;

/** A person of the organization (decisions §2 and §5). */
export const userModel = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  status: z.enum(["invited", "active", "deactivated"]).describe("`invited` until a password is chosen"),
  created_at: z.string().describe("ISO 8601"),
});

export type UserModel = z.infer<typeof userModel>;

/** A link that lets a person choose a password: only in the answers that make it. */
export const invitationModel = z.object({
  url: z.string().describe("Works once; its secret stands behind the #. Shown this once"),
  expires_at: z.string().describe("ISO 8601"),
});

const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 200;

/** A password that a person chooses. */
export const chosenPassword = z
  .string({ error: "must be a string" })
  .min(SHORTEST_PASSWORD, `must have at least ${SHORTEST_PASSWORD} characters`)
  .max(LONGEST_PASSWORD, `must have at most ${LONGEST_PASSWORD} characters`);

/** What a person's name may be. */
export const personName = z
  .string({ error: "must be a string" })
  .trim()
  .min(1, "must be a non-empty string")
  .max(100, "must have at most 100 characters");
