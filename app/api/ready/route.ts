import { readiness } from "#lib/server/readiness";

/** Responds 200 if this process can do its work, otherwise 503 with the missing parts (decisions §1). */
export async function GET(): Promise<Response> {
  const { status, body } = await readiness();
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

export const dynamic = "force-dynamic";
