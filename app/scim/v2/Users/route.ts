import { createUser } from "#lib/scim/change-users";
import { readReplacement } from "#lib/scim/document";
import { scimRoutes } from "#lib/scim/endpoint";
import { listUsers } from "#lib/scim/find-users";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = scimRoutes("/Users", {
  GET: async ({ caller, query }) => ({ status: 200, body: await listUsers(caller, query) }),
  POST: async (call) => ({ status: 201, body: await createUser(call, readReplacement(await call.body())) }),
});
