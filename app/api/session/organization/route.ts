import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { switchOrganization } from "#lib/sign-in/organizations";

const ROUTE = "POST /api/session/organization";

/** Takes the browser's session to another organization of the signed-in person. */
export const POST = openEndpoint({
  route: ROUTE,
  input: z.object({ organization_id: z.string({ error: "must be a string" }) }),
  async handle({ organization_id }, caller) {
    await switchOrganization(organization_id, { route: ROUTE, ...caller });
    return {};
  },
});
