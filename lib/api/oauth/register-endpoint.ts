import { jsonResponse } from "#lib/api/answer/error-response";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { readJsonObject } from "#lib/kernel/body";
import { presentMs } from "#lib/kernel/clock";
import { ANYBODY } from "#lib/kernel/principal";
import { readClientMetadata } from "#lib/oauth/client-metadata";
import { registerClient } from "#lib/oauth/clients";
import { organizationsOn } from "#lib/oauth/switch";
import { noteAudit } from "#lib/security/audit/audit-log";
import { organizationEntry } from "#lib/security/audit/organization-entry";
import { beginRegistration } from "#lib/sign-in/sign-in-throttle";
import { oauthRoutes, tooManyRequests } from "./oauth-answer.ts";

const ROUTE = "POST /api/oauth/register";

/**
 * `POST /api/oauth/register`: registers a public client (RFC 7591), limited by address and in number. Each
 * organization that may be asked to grant it access has the audit entry.
 */
export const registrationRoutes = oauthRoutes(ROUTE, async (request) => {
  const address = request.headers.get(CALLER_ADDRESS_HEADER);
  const metadata = readClientMetadata(await readJsonObject(request));
  const { retryAfter } = await beginRegistration(address);
  if (retryAfter !== null) throw tooManyRequests(retryAfter);
  const { clientId, name, redirectUris } = await registerClient(metadata);
  for (const organizationId of await organizationsOn()) {
    noteAudit(
      organizationEntry({
        organizationId,
        actor: ANYBODY,
        action: "oauth-clients:register",
        route: ROUTE,
        status: 201,
        resource: clientId,
        detail: { record: name },
        address,
      }),
    );
  }
  const body = {
    client_id: clientId,
    client_id_issued_at: Math.floor(presentMs() / 1_000),
    client_name: name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
  };
  return jsonResponse(201, body, { "cache-control": "no-store" });
});
