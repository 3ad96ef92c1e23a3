import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { receiveWebhook } from "#lib/jobs/emr-webhooks/receive";

/**
 * The webhook of an EMR's client, at `/v1/emr-webhooks/{token}`: the address and a signature prove the caller, who has no
 * session. It answers 2xx only when the event is stored.
 */
export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  try {
    const { kept } = await receiveWebhook(request, (await params).token);
    return jsonResponse(200, { success: true, message: kept ? "Event stored" : "Nothing to store" });
  } catch (error) {
    return errorResponse(error, "POST /v1/emr-webhooks/{token}");
  }
}
