/** Responds as soon as this process serves requests (decisions §1). */
export function GET(): Response {
  return Response.json({ success: true, status: "ok" }, { headers: { "cache-control": "no-store" } });
}

export const dynamic = "force-dynamic";
