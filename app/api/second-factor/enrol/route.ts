import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { finishedEnrolment } from "#lib/sign-in/second-factor/model";
import { finishRequiredEnrolment } from "#lib/sign-in/second-factor/second-step";

const ROUTE = "POST /api/second-factor/enrol";

/** Stores the second factor that the organization requires, signs the person in and returns their recovery codes. */
export const POST = openEndpoint({
  route: ROUTE,
  input: finishedEnrolment,
  handle: (given, caller) => finishRequiredEnrolment(given, { route: ROUTE, ...caller }),
});
