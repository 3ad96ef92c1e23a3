import { createUser } from "#lib/scim/change-users";
import { scimRoutes } from "#lib/scim/endpoint";
import { listUsers } from "#lib/scim/find-users";
import { readUser } from "#lib/scim/given-user";

export const { GET, POST, PUT, PATCH, DELETE } = scimRoutes("/Users", {
  GET: async ({ caller, query }) => ({ status: 200, body: await listUsers(caller, query) }),
  POST: async (call) => ({ status: 201, body: await createUser(call, readUser(await call.body())) }),
});
