import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { passkeyRequest } from "#lib/sign-in/second-factor/second-step";

/** Returns what the browser needs to prove by a passkey the second factor of the person whose password was right. */
export const POST = openEndpoint({
  route: "POST /api/second-factor/passkey",
  input: z.object({}),
  handle: (_nothing, { cookies }) => passkeyRequest(cookies),
});
