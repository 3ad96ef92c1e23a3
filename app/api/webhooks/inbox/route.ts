import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { traceable } from "#lib/api/endpoints/traceable";
import type { HttpRequest } from "#lib/kernel/http-request";
import { receiveEvent } from "#lib/webhooks/inbox/receive";

const ROUTE = "POST /api/webhooks/inbox";

async function receive(request: HttpRequest): Promise<Response> {
  try {
    const { fresh } = await receiveEvent(request);
    return jsonResponse(200, { success: true, message: fresh ? "Event stored" : "Event was stored before" });
  } catch (error) {
    return errorResponse(error, ROUTE);
  }
}

/** The console's inbox: receives signed events and stores receipts and stream messages (decisions §8). */
export const POST = traceable(ROUTE, receive);
