import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { showInvitation } from "#lib/sign-in/accept-invitation";

/** Whom a link to choose a password is for. The token comes in the body, so that no address or log holds it. */
export const POST = openEndpoint({
  route: "POST /api/invitation",
  input: z.object({ token: z.string({ error: "must be a string" }) }),
  handle: ({ token }) => showInvitation(token),
});
