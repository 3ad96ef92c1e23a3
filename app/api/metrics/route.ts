import { bears } from "#lib/auth/bearer";
import { deliveryMetrics } from "#lib/deliveries/metrics";
import { runnerMetrics } from "#lib/runner/metrics";
import { retentionMetrics } from "#lib/runner/retention-metrics";
import { environment } from "#lib/runtime/environment";
import { metrics } from "#lib/runtime/metrics";
import { DIRECT_PEER_HEADER } from "#lib/runtime/peer";
import { streamMetrics } from "#lib/stream/metrics";

const mayRead = (headers: Headers): boolean =>
  headers.get(DIRECT_PEER_HEADER) === "loopback" || bears(headers, environment().METRICS_TOKEN);

/** Prometheus text: open on the loopback, elsewhere with METRICS_TOKEN as a bearer token (decisions §1). */
export async function GET(request: Request): Promise<Response> {
  if (!mayRead(request.headers)) {
    return Response.json({ success: false, message: "Missing or invalid credentials" }, { status: 401 });
  }
  const registry = metrics();
  // They are there from the first look on, at nought.
  runnerMetrics();
  retentionMetrics();
  deliveryMetrics();
  streamMetrics();
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}

export const dynamic = "force-dynamic";
