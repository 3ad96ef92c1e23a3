import { endInWindow } from "#lib/administration/emr-authorizations/window";
import { errorResponse } from "#lib/api/answer/error-response";

/** The one address to which EMRs lead back after somebody signed in there (additions §5). */
export async function GET(request: Request): Promise<Response> {
  try {
    return await endInWindow(request);
  } catch (error) {
    return errorResponse(error, "GET /api/emr-authorization/callback");
  }
}

export const dynamic = "force-dynamic";
