import { DIRECT_PEER_HEADER } from "#lib/api/request/peer";
import { replicaMetrics } from "#lib/db/replicas/metrics";
import { serverMetrics } from "#lib/db/server-metrics";
import { retentionMetrics } from "#lib/jobs/retention/retention-metrics";
import { runnerMetrics } from "#lib/jobs/runner/metrics";
import { environment } from "#lib/kernel/environment";
import { metrics } from "#lib/kernel/metrics";
import { bears } from "#lib/security/credentials/bearer";
import { streamMetrics } from "#lib/stream/metrics";
import { deliveryMetrics } from "#lib/webhooks/deliveries/metrics";

const mayRead = (headers: Headers): boolean =>
  headers.get(DIRECT_PEER_HEADER) === "loopback" || bears(headers, environment().METRICS_TOKEN);

/**
 * Metrics in the Prometheus text format: open to loopback clients, otherwise with METRICS_TOKEN as bearer token
 * (decisions §1).
 */
export async function GET(request: Request): Promise<Response> {
  if (!mayRead(request.headers)) {
    return Response.json({ success: false, message: "Missing or invalid credentials" }, { status: 401 });
  }
  const registry = metrics();
  // Registers all metrics, so that the first response contains them as 0.
  runnerMetrics();
  retentionMetrics();
  deliveryMetrics();
  streamMetrics();
  replicaMetrics();
  serverMetrics();
  return new Response(await registry.metrics(), {
    headers: { "content-type": registry.contentType, "cache-control": "no-store" },
  });
}

export const dynamic = "force-dynamic";
