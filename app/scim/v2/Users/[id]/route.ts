import { changeUser, removeUser } from "#lib/scim/change-users";
import { readReplacement } from "#lib/scim/document";
import { scimRoutes } from "#lib/scim/endpoint";
import { getUser } from "#lib/scim/find-users";
import { readPatch } from "#lib/scim/patch";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = scimRoutes("/Users/{id}", {
  GET: async ({ caller, id }) => ({ status: 200, body: await getUser(caller, id) }),
  PUT: async (call) => ({ status: 200, body: await changeUser(call, call.id, readReplacement(await call.body())) }),
  PATCH: async (call) => ({ status: 200, body: await changeUser(call, call.id, readPatch(await call.body())) }),
  async DELETE(call) {
    await removeUser(call, call.id);
    return { status: 204 };
  },
});
