import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signInAddress } from "./return-address.ts";
import { type SessionUser, sessionUser } from "./session-user.ts";

/** Header that proxy.ts sets on every page request: the page's path and query. */
const PAGE_HEADER = "x-crc-page";

/**
 * Returns the person who requests this page. Redirects to the sign-in without a valid session, and from there back to
 * this page.
 */
export async function requirePageUser(): Promise<SessionUser> {
  const head = await headers();
  const user = await sessionUser(head);
  if (!user) redirect(signInAddress(head.get(PAGE_HEADER)));
  return user;
}
