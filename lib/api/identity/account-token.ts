import { and, eq, gt, or } from "drizzle-orm";
import { linkedAccount } from "#lib/db/schema";
import { present } from "#lib/kernel/clock";

/** Returns the condition that an account takes an access token: its own, or the one before a repair while that is accepted. */
export const isItsToken = (hash: string) =>
  or(
    eq(linkedAccount.accessTokenHash, hash),
    and(eq(linkedAccount.formerTokenHash, hash), gt(linkedAccount.formerTokenUntil, present())),
  );
