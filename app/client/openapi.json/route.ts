import { jsonResponse } from "#lib/api/answer/error-response";
import { publicDocument } from "#lib/api/openapi/public-files";

/** The OpenAPI document for integrators, without credentials: it is the same for every organization (decisions §1). */
export const GET = (): Response => jsonResponse(200, publicDocument());

export const dynamic = "force-dynamic";
