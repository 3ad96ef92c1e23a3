import { errorResponse, jsonResponse } from "#lib/http/error-response";
import { receiveEvent } from "./receive.ts";

/** The console's own inbox: signed events in, receipts and stream messages out (decisions §8). */
export async function POST(request: Request): Promise<Response> {
  try {
    const { fresh } = await receiveEvent(request);
    return jsonResponse(200, { success: true, message: fresh ? "Event stored" : "Event was stored before" });
  } catch (error) {
    return errorResponse(error, "POST /api/webhooks/inbox");
  }
}
