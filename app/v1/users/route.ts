import { createUser } from "#lib/changes/users";
import { change } from "#lib/http/change-endpoint";
import { routes } from "#lib/http/endpoint";
import { read } from "#lib/http/read-endpoint";
import { listUsers } from "#lib/reads/users";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({ GET: read(listUsers), POST: change(createUser) });
