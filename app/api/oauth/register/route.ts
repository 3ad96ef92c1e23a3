import { registrationRoutes } from "#lib/api/oauth/register-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = registrationRoutes;

export const dynamic = "force-dynamic";
