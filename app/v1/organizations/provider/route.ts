import { removeOwnProvider, setOwnProvider } from "#lib/administration/own-provider/commands";
import { getOwnProvider } from "#lib/administration/own-provider/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: query(getOwnProvider),
  PUT: command(setOwnProvider),
  DELETE: command(removeOwnProvider),
});
