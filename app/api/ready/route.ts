import { missingParts } from "#lib/runtime/readiness";

/** 200 when this process can do its work, else 503 with what is missing (decisions §1). */
export async function GET(): Promise<Response> {
  const missing = await missingParts();
  const ready = missing.length === 0;
  return Response.json(
    {
      success: ready,
      status: ready ? "ready" : "not ready",
      ...(ready ? {} : { message: missing.join("; "), missing }),
    },
    { status: ready ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}

export const dynamic = "force-dynamic";
