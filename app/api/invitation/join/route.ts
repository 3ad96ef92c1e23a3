import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { joinOrganization } from "#lib/sign-in/join-organization";

const ROUTE = "POST /api/invitation/join";

/** Joins the invited organization with the sign-in of the person whose session the browser has. */
export const POST = openEndpoint({
  route: ROUTE,
  input: z.object({ token: z.string({ error: "must be a string" }) }),
  async handle({ token }, caller) {
    await joinOrganization(token, { route: ROUTE, ...caller });
    return {};
  },
});
