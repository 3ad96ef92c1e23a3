import { scimRoutes } from "#lib/scim/endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = scimRoutes("", {});
