import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { bringInvitation } from "#lib/sign-in/own-provider/bring-invitation";

/** Keeps an invitation's token in the browser while its person signs in at the organization's own provider. */
export const POST = openEndpoint({
  route: "POST /api/invitation/provider",
  input: z.object({ token: z.string({ error: "must be a string" }) }),
  async handle({ token }, { setCookie }) {
    const { provider, cookie } = await bringInvitation(token);
    setCookie(cookie);
    return { provider };
  },
});
