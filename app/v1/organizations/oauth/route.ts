import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";
import { setOAuthRules } from "#lib/oauth/commands";
import { getOAuthRules } from "#lib/oauth/queries";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getOAuthRules),
  PUT: command(setOAuthRules),
});
