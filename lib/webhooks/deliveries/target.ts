import type { Dispatcher } from "undici";
import { apiClient, type delivery, webhookEndpoint } from "#lib/db/schema";
import { required } from "#lib/kernel/environment";
import type { TraceContext } from "#lib/kernel/tracing";
import { open } from "#lib/security/sealing/secret-box";
import { secretColumns, signingSecrets } from "#lib/webhooks/endpoints/endpoint-secrets";
import { agents } from "./agents.ts";

export const REMOVED = "The webhook endpoint was removed";

type TargetKind = (typeof delivery.$inferSelect)["targetKind"];

/** A due delivery with everything that sending it needs. */
export interface DueDelivery {
  /** Attempts before this one. */
  attempts: number;
  /** Its place in a trace; null if tracing was off. */
  trace: TraceContext | null;
  event: { id: string; body: string };
  /** The registered endpoint; null for callbacks and the inbox. */
  endpoint: { id: string; failingSince: Date | null } | null;
  /** Holds the reason instead if nothing can be sent. */
  target: { kind: TargetKind } & (Sendable | { unsendable: string });
}

interface Sendable {
  url: string;
  /** The present secret first. */
  secrets: string[];
  /** Header that carries the HMAC of the body as well; null for none. */
  signatureHeader: string | null;
  dispatcher: Dispatcher;
}

/** Columns of an endpoint that sending needs. */
export const endpointColumns = {
  id: webhookEndpoint.id,
  failingSince: webhookEndpoint.failingSince,
  signatureHeader: webhookEndpoint.signatureHeader,
  ...secretColumns,
};

/** Columns of an API client that signs callbacks. */
export const clientColumns = { webhookSecret: apiClient.webhookSecret, revokedAt: apiClient.revokedAt };

type EndpointRow = Pick<typeof webhookEndpoint.$inferSelect, keyof typeof endpointColumns>;
type ClientRow = Pick<typeof apiClient.$inferSelect, keyof typeof clientColumns>;

/** The rows whose sealed secrets may sign a delivery. */
export interface Signers {
  inboxSecret: string;
  endpoint: EndpointRow | null;
  client: ClientRow | null;
}

/** Returns where and how to send a delivery. */
export async function targetOf(
  { kind, url, linkedAccountId }: { kind: TargetKind; url: string | null; linkedAccountId: string },
  { inboxSecret, endpoint, client }: Signers,
): Promise<DueDelivery["target"]> {
  if (kind === "inbox") {
    const inbox = `${required("INTERNAL_URL")}/api/webhooks/inbox?account=${linkedAccountId}`;
    return { kind, url: inbox, secrets: [await open(inboxSecret)], signatureHeader: null, dispatcher: agents().inbox };
  }
  if (!url) return { kind, unsendable: "The target has no address" };
  if (kind === "endpoint") {
    if (!endpoint) return { kind, unsendable: REMOVED };
    const { signatureHeader } = endpoint;
    return { kind, url, secrets: await signingSecrets(endpoint), signatureHeader, dispatcher: agents().partners };
  }
  if (!client) return { kind, unsendable: "The organization has no API client whose secret could sign" };
  if (client.revokedAt) return { kind, unsendable: "The API client was revoked" };
  const secrets = [await open(client.webhookSecret)];
  return { kind, url, secrets, signatureHeader: null, dispatcher: agents().partners };
}
