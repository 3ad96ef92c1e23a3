import { acceptInvitation } from "#lib/auth/accept-invitation";
import { openEndpoint } from "#lib/http/open-endpoint";
import { acceptedInvitation } from "#lib/models/user";

const ROUTE = "POST /api/invitation/accept";

/** Sets the password that a person has chosen by their link, once. */
export const POST = openEndpoint({
  route: ROUTE,
  input: acceptedInvitation,
  handle: (given, address) => acceptInvitation(given, { route: ROUTE, address }),
});
