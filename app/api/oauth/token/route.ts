import { tokenRoutes } from "#lib/api/oauth/token-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = tokenRoutes;

export const dynamic = "force-dynamic";
