import { beginInWindow } from "#lib/administration/emr-authorizations/window";
import { errorResponse } from "#lib/api/answer/error-response";

/** Leads a window of its own to an EMR, where somebody signs in and consents (additions §5). */
export async function POST(request: Request): Promise<Response> {
  try {
    return await beginInWindow(request);
  } catch (error) {
    return errorResponse(error, "POST /api/emr-authorization/start");
  }
}
