import { z } from "zod";
import { showInvitation } from "#lib/auth/accept-invitation";
import { openEndpoint } from "#lib/http/open-endpoint";

/** Whom a link to choose a password is for. The token comes in the body, so that no address or log holds it. */
export const POST = openEndpoint({
  route: "POST /api/invitation",
  input: z.object({ token: z.string({ error: "must be a string" }) }),
  handle: ({ token }) => showInvitation(token),
});
