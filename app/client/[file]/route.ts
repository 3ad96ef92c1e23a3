import { errorResponse } from "#lib/api/answer/error-response";
import { storedPackage } from "#lib/client/stored-package";
import { notFound } from "#lib/kernel/domain-error";

/** A year, the longest that caches keep: an address never changes its bytes. */
const CACHE = "public, max-age=31536000, immutable";

/** A package of the typed client, of this version or an earlier one (decisions §1). */
export async function GET(_request: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  try {
    const content = await storedPackage((await params).file);
    if (!content) throw notFound("Package");
    return new Response(content, {
      headers: {
        "content-type": "application/gzip",
        "content-length": String(content.byteLength),
        "cache-control": CACHE,
        "x-content-type-options": "nosniff",
      },
    });
  } catch (error) {
    return errorResponse(error, "GET /client/{file}");
  }
}

export const dynamic = "force-dynamic";
