import { acceptInvitation } from "#lib/auth/accept-invitation";
import { deviceCookie } from "#lib/auth/known-device";
import { openEndpoint } from "#lib/http/open-endpoint";
import { acceptedInvitation } from "#lib/models/user";

const ROUTE = "POST /api/invitation/accept";

/** Sets the password that a person has chosen by their link, once; the browser is known for their account from then on. */
export const POST = openEndpoint({
  route: ROUTE,
  input: acceptedInvitation,
  async handle(given, { address, cookies, setCookie }) {
    const { email, ...owner } = await acceptInvitation(given, { route: ROUTE, address });
    setCookie(deviceCookie(cookies, owner));
    return { email };
  },
});
