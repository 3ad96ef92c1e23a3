import { jsonResponse } from "#lib/api/answer/error-response";
import { publicCollection } from "#lib/api/openapi/public-files";

/** The same routes as a Postman collection, without credentials (decisions §1). */
export const GET = (): Response => jsonResponse(200, publicCollection());

export const dynamic = "force-dynamic";
