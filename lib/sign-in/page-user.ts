import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { signInAddress } from "./return-address.ts";
import { type SessionUser, sessionUser } from "./session-user.ts";

/** Set by proxy.ts on the request of every page: its path and query. */
const PAGE_HEADER = "x-crc-page";

/** The person who looks at this page. Sends to the sign-in without a valid session, and from there back to this page. */
export async function requirePageUser(): Promise<SessionUser> {
  const head = await headers();
  const user = await sessionUser(head);
  if (!user) redirect(signInAddress(head.get(PAGE_HEADER)));
  return user;
}
