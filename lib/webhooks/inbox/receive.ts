import { eq, sql } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { commitNext, sendIn } from "#lib/db/door";
import { hexIds } from "#lib/db/hex-id";
import { prepared } from "#lib/db/prepared";
import { linkedAccount } from "#lib/db/schema";
import { readTenantAtOnce, withTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { badRequest, unauthorized } from "#lib/kernel/api-error";
import { readCapped } from "#lib/kernel/body";
import type { HttpRequest } from "#lib/kernel/http-request";
import { parseId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { isStorable } from "#lib/kernel/storable-text";
import { TtlCache } from "#lib/security/credentials/ttl-cache";
import { open } from "#lib/security/sealing/secret-box";
import { type Envelope, envelope } from "#lib/stream/envelope";
import { wakeStreams } from "#lib/stream/wake";
import { endsJob } from "#lib/webhooks/events/types";

interface Account {
  tenant: AccountTenant;
  secret: string;
}

/** An account never changes its organization, so the lookup is cached, for a minute and this many accounts. */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const organizations = () => singleton("inbox-organizations", () => new TtlCache<string>(REMEMBERED_MS, MAX_REMEMBERED));

const organizationOf = (linkedAccountId: string): Promise<string | null> =>
  organizations().lookUp(linkedAccountId, async () => {
    const [found] = await withoutTenant<{ id: string | null }>(
      sql`SELECT ${hexIds("id")} FROM organization_of('access_token', ${linkedAccountId}::uuid) AS id`,
    );
    return found?.id ?? null;
  });

const secretOf = prepared((tx) =>
  tx
    .select({ secret: linkedAccount.inboxSecret })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("id"))),
);

/** Returns the account named in the URL; null if it does not exist. */
async function findAccount(linkedAccountId: string): Promise<Account | null> {
  const organizationId = await organizationOf(linkedAccountId);
  if (!organizationId) return null;
  const tenant = { organizationId, linkedAccountId };
  const [account] = await readTenantAtOnce(tenant, (tx) => secretOf(tx).execute({ id: linkedAccountId }));
  return account ? { tenant, secret: await open(account.secret) } : null;
}

function verify(secret: string, text: string, headers: Headers): void {
  const webhook = new Webhook(secret);
  try {
    webhook.verify(text, Object.fromEntries(headers), { jsonParse: false });
  } catch {
    throw unauthorized("The signature does not match");
  }
}

/** Parses the envelope in a signed body. Throws 400 if it is malformed or cannot be stored. */
function parseEnvelope(text: string): Envelope {
  let value: unknown;
  try {
    value = JSON.parse(text, (key, part) => {
      if (!isStorable(key) || (typeof part === "string" && !isStorable(part))) throw new Error("can't be stored");
      return part;
    });
  } catch {
    throw badRequest("The body is not valid JSON");
  }
  const parsed = envelope.safeParse(value);
  if (!parsed.success) throw badRequest("The body is not an event");
  return parsed.data;
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw badRequest("The body is not UTF-8");
  }
}

/**
 * Stores the event, confirms the end of its job, and appends both stream messages, the event's first; does nothing if
 * the event was stored before. The standing equals that of `standingOf` for an ended job. Parameters: id, organization,
 * linked account, envelope, id of the job that the event ends or null, now, event type.
 */
const STORE = `
  WITH stored AS (
    INSERT INTO inbox_receipt (event_id, organization_id, linked_account_id, envelope) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING envelope),
  confirmed AS (
    UPDATE job SET confirmed_at = $6::timestamptz, version = version + 1
    WHERE id = $5::bigint AND linked_account_id = $3::uuid AND finished_at IS NOT NULL AND confirmed_at IS NULL
      AND EXISTS (SELECT FROM stored)
    RETURNING id, type, status, attempts, version),
  messages AS (
    SELECT 1 AS place, 'event' AS kind, envelope::jsonb AS payload FROM stored
    UNION ALL
    SELECT 2, 'standing', jsonb_build_object('job_id', id, 'type', type, 'status', status, 'attempt', attempts, 'at', $6::text,
      'standing', jsonb_build_object('version', version, 'state', status, 'retrying', false, 'doubt', NULL,
        'needs_person', false, 'received', true),
      'invalidates', '[]'::jsonb, 'event_type', $7::text)
    FROM confirmed),
  streamed AS (
    INSERT INTO stream_message (organization_id, linked_account_id, kind, payload)
    SELECT $2, $3, kind, payload FROM messages ORDER BY place)
  SELECT EXISTS (SELECT FROM stored) AS fresh`;

const JOB_ID = /^[1-9]\d{0,14}$/;

/** Returns the id of the job that an event ends; null if it ends none. */
const endedJob = ({ type, job_id = "" }: Envelope): string | null =>
  endsJob(type) && JOB_ID.test(job_id) ? job_id : null;

/**
 * Stores an event once, with its stream messages, in one round trip. Returns whether the event was new. The commit waits
 * for the disk, because an acknowledged event is not delivered again.
 */
async function store({ organizationId, linkedAccountId }: Account["tenant"], received: Envelope): Promise<boolean> {
  const tenant = { organizationId, linkedAccountId };
  return withTenant(tenant, async (tx) => {
    commitNext(tx);
    const values = [
      received.id,
      organizationId,
      linkedAccountId,
      JSON.stringify(received),
      endedJob(received),
      new Date().toISOString(),
      received.type,
    ];
    const { rows } = await sendIn<{ fresh: boolean }>(tx, { text: STORE, values });
    return rows[0]?.fresh === true;
  });
}

/**
 * Receives an event as any receiver of the interface would (decisions §8): verifies its signature with the account's
 * inbox secret, stores it once despite repeated deliveries, and then wakes the open streams. Returns whether it was
 * new. Throws 401 for a bad signature or account, 400 or 413 for a bad body.
 */
export async function receiveEvent(request: HttpRequest): Promise<{ fresh: boolean }> {
  const text = decode(await readCapped(request));
  const accountId = parseId(new URL(request.url).searchParams.get("account") ?? "");
  const account = accountId && (await findAccount(accountId));
  if (!account) throw unauthorized("The signature does not match");
  verify(account.secret, text, request.headers);
  const received = parseEnvelope(text);
  if (request.headers.get("webhook-id") !== received.id) throw badRequest("webhook-id is not the event's id");

  const { tenant } = account;
  const fresh = await store(tenant, received);
  if (fresh) wakeStreams(tenant.linkedAccountId);
  return { fresh };
}
