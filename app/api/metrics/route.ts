import { timingSafeEqual } from "node:crypto";
import { hashToken } from "#lib/auth/token-hash";
import { environment } from "#lib/runtime/environment";
import { metrics } from "#lib/runtime/metrics";
import { DIRECT_PEER_HEADER } from "#lib/runtime/peer";

function mayRead(headers: Headers): boolean {
  if (headers.get(DIRECT_PEER_HEADER) === "loopback") return true;
  const token = environment().METRICS_TOKEN;
  const given = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (!token || !given) return false;
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(token)));
}

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
