import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { signInProof } from "#lib/sign-in/second-factor/model";
import { proveSecondFactor } from "#lib/sign-in/second-factor/second-step";

const ROUTE = "POST /api/second-factor/prove";

/** Proves the second factor of the person whose password was right in this browser, and signs them in. */
export const POST = openEndpoint({
  route: ROUTE,
  input: signInProof,
  async handle(proof, caller) {
    await proveSecondFactor(proof, { route: ROUTE, ...caller });
    return {};
  },
});
