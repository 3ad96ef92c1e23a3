import { groups } from "#lib/scim/discovery";
import { scimRoutes } from "#lib/scim/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = scimRoutes("/Groups", {
  GET: async () => ({ status: 200, body: groups() }),
});
