import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { publicKeySet } from "#lib/security/organization-keys/keys";

/** New keys are published for 23 hours before they sign, so that caches may keep the set for a while. */
const CACHE = "public, max-age=300";

/**
 * The public keys of an organization, at `/.well-known/jwks/{organization_id}.json` (decisions §12): EMRs verify our
 * signatures with them, without credentials.
 */
export async function GET(_request: Request, { params }: { params: Promise<{ organization: string }> }) {
  try {
    const organizationId = parseId((await params).organization);
    const keys = organizationId === null ? null : await publicKeySet(organizationId);
    if (!keys) throw notFound("Organization");
    return jsonResponse(200, keys, { "content-type": "application/jwk-set+json", "cache-control": CACHE });
  } catch (error) {
    return errorResponse(error, "GET /.well-known/jwks/{organization_id}.json");
  }
}

export const dynamic = "force-dynamic";
