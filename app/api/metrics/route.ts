import { bears } from "#lib/auth/bearer";
import { environment } from "#lib/runtime/environment";
import { metrics } from "#lib/runtime/metrics";
import { DIRECT_PEER_HEADER } from "#lib/runtime/peer";

const mayRead = (headers: Headers): boolean =>
  headers.get(DIRECT_PEER_HEADER) === "loopback" || bears(headers, environment().METRICS_TOKEN);

/** Prometheus text: open on the loopback, elsewhere with METRICS_TOKEN as a bearer token (decisions §1). */
export async function GET(request: Request): Promise<Response> {
  if (!mayRead(request.headers)) {
    return Response.json({ success: false, message: "Missing or invalid credentials" }, { status: 401 });
  }
  const registry = metrics();
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}

export const dynamic = "force-dynamic";
