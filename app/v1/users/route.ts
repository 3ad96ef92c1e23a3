import { createUser } from "#lib/administration/users/changes";
import { listUsers } from "#lib/administration/users/reads";
import { change } from "#lib/api/endpoints/change-endpoint";
import { routes } from "#lib/api/endpoints/endpoint";
import { read } from "#lib/api/endpoints/read-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listUsers), POST: change(createUser) });
