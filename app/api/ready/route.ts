import { readiness } from "#lib/server/readiness";

/** 200 when this process can do its work, else 503 with what is missing (decisions §1). */
export async function GET(): Promise<Response> {
  const { status, body } = await readiness();
  return Response.json(body, { status, headers: { "cache-control": "no-store" } });
}

export const dynamic = "force-dynamic";
