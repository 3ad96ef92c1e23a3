import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { type SessionUser, sessionUser } from "./session-user.ts";

/** The person who looks at this page. Sends to the sign-in without a valid session. */
export async function requirePageUser(): Promise<SessionUser> {
  const user = await sessionUser(await headers());
  if (!user) redirect("/sign-in");
  return user;
}
