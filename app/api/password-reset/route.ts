import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { forgottenPassword } from "#lib/sign-in/model";
import { requestPasswordReset } from "#lib/sign-in/password-reset";

const ROUTE = "POST /api/password-reset";

/** Mails a link for a new password. The answer is the same for every address. */
export const POST = openEndpoint({
  route: ROUTE,
  input: forgottenPassword,
  async handle({ email }, { address }) {
    requestPasswordReset(email, { route: ROUTE, address });
    return {};
  },
});
