import { openEndpoint } from "#lib/api/endpoints/open-endpoint";
import { organizationChoice } from "#lib/sign-in/model";
import { chooseOrganization } from "#lib/sign-in/provider-choice/choose";

const ROUTE = "POST /api/invitation/choose";

/** Binds the person whom the deployment's provider has signed in to the organization that they choose. */
export const POST = openEndpoint({
  route: ROUTE,
  input: organizationChoice,
  async handle(choice, caller) {
    await chooseOrganization(choice, { route: ROUTE, ...caller });
    return {};
  },
});
