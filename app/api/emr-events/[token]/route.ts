import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { receiveEmrEvent } from "#lib/jobs/passed-on/receive";

/**
 * The callback of one passed-on operation, at `/v1/emr-events/{token}`: the address proves the caller, who has no
 * session. It answers 2xx only when the event's consequence is stored.
 */
export async function POST(request: Request, { params }: { params: Promise<{ token: string }> }): Promise<Response> {
  try {
    const { ended } = await receiveEmrEvent(request, (await params).token);
    return jsonResponse(200, { success: true, message: ended ? "Event stored" : "Nothing to store" });
  } catch (error) {
    return errorResponse(error, "POST /v1/emr-events/{token}");
  }
}
