import { revocationRoutes } from "#lib/api/oauth/token-endpoint";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = revocationRoutes;

export const dynamic = "force-dynamic";
