import { hkdfSync } from "node:crypto";
import { required } from "#lib/kernel/environment";

/**
 * The key (32 bytes, base64url) with which a person's unsent forms are sealed in their browser: the same at every sign-in
 * of that person, and known to nobody who is not signed in as them.
 */
export const draftKeyOf = (userId: string): string =>
  Buffer.from(hkdfSync("sha256", required("AUTH_SECRET"), userId, "unsent forms", 32)).toString("base64url");
