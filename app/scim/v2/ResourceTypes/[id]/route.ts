import { resourceType } from "#lib/scim/discovery";
import { scimRoutes } from "#lib/scim/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = scimRoutes("/ResourceTypes/{id}", {
  GET: async ({ id }) => ({ status: 200, body: resourceType(id) }),
});
