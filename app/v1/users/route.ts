import { createUser } from "#lib/administration/users/commands";
import { listUsers } from "#lib/administration/users/queries";
import { command } from "#lib/api/endpoints/command-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { query } from "#lib/api/endpoints/query-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: query(listUsers), POST: command(createUser) });
