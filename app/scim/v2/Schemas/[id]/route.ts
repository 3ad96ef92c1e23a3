import { schema } from "#lib/scim/discovery";
import { scimRoutes } from "#lib/scim/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = scimRoutes("/Schemas/{id}", {
  GET: async ({ id }) => ({ status: 200, body: schema(id) }),
});
