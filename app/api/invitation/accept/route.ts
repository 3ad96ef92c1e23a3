import { acceptedInvitation } from "#lib/administration/users/model";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { acceptInvitation } from "#lib/sign-in/accept-invitation";
import { deviceCookie } from "#lib/sign-in/known-device";

const ROUTE = "POST /api/invitation/accept";

/** Sets the password chosen through an invitation link, once, and marks the browser as known for the user's account. */
export const POST = openEndpoint({
  route: ROUTE,
  input: acceptedInvitation,
  async handle(given, { address, cookies, setCookie }) {
    const { email, ...owner } = await acceptInvitation(given, { route: ROUTE, address });
    setCookie(deviceCookie(cookies, owner));
    return { email };
  },
});
