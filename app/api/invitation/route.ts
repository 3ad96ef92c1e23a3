import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { showInvitation } from "#lib/sign-in/accept-invitation";

/**
 * Returns the user that an invitation token belongs to. The token is in the body, so that no URL or log contains it.
 */
export const POST = openEndpoint({
  route: "POST /api/invitation",
  input: z.object({ token: z.string({ error: "must be a string" }) }),
  handle: ({ token }) => showInvitation(token),
});
