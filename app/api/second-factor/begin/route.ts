import { z } from "zod";
import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { factorKind } from "#lib/sign-in/second-factor/model";
import { beginRequiredEnrolment } from "#lib/sign-in/second-factor/second-step";

/** Begins to set up the second factor that the organization requires of the person whose password was right. */
export const POST = openEndpoint({
  route: "POST /api/second-factor/begin",
  input: z.object({ kind: factorKind }),
  handle: ({ kind }, { cookies }) => beginRequiredEnrolment(kind, cookies),
});
