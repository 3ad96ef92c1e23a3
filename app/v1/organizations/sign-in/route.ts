import { setSignInRules } from "#lib/administration/sign-in-rules/commands";
import { getSignInRules } from "#lib/administration/sign-in-rules/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getSignInRules),
  PUT: command(setSignInRules),
});
