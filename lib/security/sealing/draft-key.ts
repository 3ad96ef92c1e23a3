import { hkdfSync } from "node:crypto";
import { required } from "#lib/kernel/environment";

/**
 * Returns the key (32 bytes, base64url) that seals a person's drafts in their browser: the same at every sign-in of
 * that person, and available to that person alone.
 */
export const draftKeyOf = (userId: string): string =>
  Buffer.from(hkdfSync("sha256", required("AUTH_SECRET"), userId, "unsent forms", 32)).toString("base64url");
