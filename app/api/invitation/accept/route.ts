import { z } from "zod";
import { acceptInvitation } from "#lib/auth/accept-invitation";
import { openEndpoint } from "#lib/http/open-endpoint";
import { chosenPassword, personName } from "#lib/models/user";

const ROUTE = "POST /api/invitation/accept";

/** Sets the password that a person has chosen by their link, once. */
export const POST = openEndpoint({
  route: ROUTE,
  input: z.object({ token: z.string({ error: "must be a string" }), name: personName, password: chosenPassword }),
  handle: (given, address) => acceptInvitation(given, { route: ROUTE, address }),
});
