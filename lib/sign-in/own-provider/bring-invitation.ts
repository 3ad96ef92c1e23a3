import { readTenant } from "#lib/db/tenant";
import { conflict } from "#lib/kernel/api-error";
import { findInvitation, invitedPerson, linkIsOver } from "#lib/sign-in/invitation";
import { invitationCookie } from "./invitation-cookie.ts";
import { ownProviderId } from "./names.ts";
import { findOwnProvider } from "./own-provider.ts";

/**
 * Returns the cookie with an invitation, and the id of the provider at which its person then signs in. Throws 404 if the
 * invitation is over, 409 if the organization has no provider of its own.
 */
export async function bringInvitation(token: string): Promise<{ provider: string; cookie: string }> {
  const found = token.startsWith("invitation_") ? await findInvitation(token) : null;
  if (!found) throw linkIsOver();
  const { organizationId, userId } = found;
  const invited = await readTenant({ organizationId, linkedAccountId: null }, (tx) => invitedPerson(tx, userId, token));
  if (!invited) throw linkIsOver();
  if (!(await findOwnProvider(organizationId))) {
    throw conflict("This organization has no OpenID provider of its own");
  }
  return { provider: ownProviderId(organizationId), cookie: invitationCookie(token) };
}
