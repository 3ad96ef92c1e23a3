import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import type { HttpRequest } from "#lib/kernel/http-request";
import { receiveEvent } from "#lib/webhooks/inbox/receive";

/** The console's inbox: receives signed events and stores receipts and stream messages (decisions §8). */
export async function POST(request: HttpRequest): Promise<Response> {
  try {
    const { fresh } = await receiveEvent(request);
    return jsonResponse(200, { success: true, message: fresh ? "Event stored" : "Event was stored before" });
  } catch (error) {
    return errorResponse(error, "POST /api/webhooks/inbox");
  }
}
