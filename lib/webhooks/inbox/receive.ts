import { eq, sql } from "drizzle-orm";
import { batched } from "#lib/db/batches";
import { hexIds } from "#lib/db/hex-id";
import { ownOrganization } from "#lib/db/own-organization";
import { prepared } from "#lib/db/prepared";
import { linkedAccount } from "#lib/db/schema";
import { readTenantAtOnce } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { readCapped } from "#lib/kernel/body";
import { present } from "#lib/kernel/clock";
import { badRequest, unauthorized } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { parseId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { isStorable } from "#lib/kernel/storable-text";
import { TtlCache } from "#lib/security/credentials/ttl-cache";
import { open } from "#lib/security/sealing/secret-box";
import { type Envelope, envelope } from "#lib/stream/envelope";
import { wakeStreams } from "#lib/stream/message";
import { endsJob } from "#lib/webhooks/events/types";
import { isSigned } from "./signed.ts";

interface Account {
  tenant: AccountTenant;
  secret: string;
}

/**
 * An account never changes its organization or its inbox secret, so they are cached, for a minute and this many accounts.
 */
const REMEMBERED_MS = 60_000;
const MAX_REMEMBERED = 10_000;
const accounts = () => singleton("inbox-accounts", () => new TtlCache<Account>(REMEMBERED_MS, MAX_REMEMBERED));

async function organizationOf(linkedAccountId: string): Promise<string | null> {
  const [found] = await withoutTenant<{ id: string | null }>(
    sql`SELECT ${hexIds("id")} FROM organization_of('access_token', ${linkedAccountId}::uuid) AS id`,
  );
  return found?.id ?? null;
}

const secretOf = prepared((tx) =>
  tx
    .select({ secret: linkedAccount.inboxSecret })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("id"))),
);

/** Returns the account named in the URL; null if it does not exist. */
const findAccount = (linkedAccountId: string): Promise<Account | null> =>
  accounts().lookUp(linkedAccountId, async () => {
    const organizationId = await organizationOf(linkedAccountId);
    if (!organizationId) return null;
    const tenant = { organizationId, linkedAccountId };
    const [account] = await readTenantAtOnce(tenant, (tx) => secretOf(tx).execute({ id: linkedAccountId }));
    return account ? { tenant, secret: await open(account.secret) } : null;
  });

/** Parses the envelope in a signed body. Throws `invalid` if it is malformed or cannot be stored. */
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
 * Stores events, confirms the ends of their jobs, and appends the stream messages of each, the event's first; does
 * nothing for an event that was stored before. The standing equals that of `standingOf` for an ended job. `$1` is a JSON
 * array of rows: id, organization, linked account, envelope, id of the job that the event ends or null, now as text and as
 * a time, event type;
 * `$2` is the organization. Rows that other transactions may lock are taken in the order of their ids, so that none wait
 * for each other. Returns the ids of the new events.
 */
const STORE = `
  WITH given AS MATERIALIZED (
    SELECT row_number() OVER () AS place, * FROM json_to_recordset($1::json)
      AS event (id uuid, organization_id uuid, linked_account_id uuid, envelope json, ends bigint, now text, at timestamptz,
        type text)),
  stored AS (
    INSERT INTO inbox_receipt (event_id, organization_id, linked_account_id, envelope)
    SELECT id, organization_id, linked_account_id, envelope FROM given ORDER BY id
    ON CONFLICT DO NOTHING RETURNING event_id),
  fresh AS (SELECT given.* FROM given JOIN stored ON stored.event_id = given.id),
  locked AS (
    SELECT id FROM job WHERE organization_id = $2 AND id = ANY (ARRAY(SELECT ends FROM fresh)) ORDER BY id FOR UPDATE),
  confirmed AS (
    UPDATE job SET confirmed_at = fresh.at, version = version + 1 FROM fresh
    WHERE job.organization_id = $2 AND job.id = fresh.ends AND job.id = ANY (ARRAY(SELECT id FROM locked))
      AND job.linked_account_id = fresh.linked_account_id AND finished_at IS NOT NULL AND confirmed_at IS NULL
    RETURNING fresh.place, job.id, job.type, job.status, job.attempts, job.version),
  messages AS (
    SELECT place, 1 AS part, 'event' AS kind, envelope::jsonb AS payload FROM fresh
    UNION ALL
    SELECT place, 2, 'standing', jsonb_build_object('job_id', confirmed.id, 'type', confirmed.type,
      'status', status, 'attempt', attempts, 'at', fresh.now,
      'standing', jsonb_build_object('version', version, 'state', status, 'retrying', false, 'doubt', NULL,
        'needs_person', false, 'received', true),
      'invalidates', '[]'::jsonb, 'event_type', fresh.type)
    FROM confirmed JOIN fresh USING (place)),
  streamed AS (
    INSERT INTO stream_message (organization_id, linked_account_id, kind, payload)
    SELECT given.organization_id, given.linked_account_id, kind, payload FROM messages JOIN given USING (place)
    ORDER BY place, part)
  SELECT replace(id::text, '-', '') AS id FROM fresh`;

const JOB_ID = /^[1-9]\d{0,14}$/;

/** Returns the id of the job that an event ends; null if it ends none. */
const endedJob = ({ type, job_id = "" }: Envelope): string | null =>
  endsJob(type) && JOB_ID.test(job_id) ? job_id : null;

interface Receipt {
  tenant: AccountTenant;
  received: Envelope;
}

/**
 * Stores an event once, with its stream messages, together with others that arrive at the same time. Returns whether the
 * event was new. The commit waits for the disk, because an acknowledged event is not delivered again.
 */
const store = batched<Receipt, { fresh: boolean }>({
  name: "receipts",
  tenantOf: ({ tenant }) => tenant,
  keyOf: ({ received }) => endedJob(received) ?? received.id,
  async work(_tx, all) {
    return all.map(({ tenant: { organizationId, linkedAccountId }, received }) => {
      const now = present().toISOString();
      const result = { fresh: false };
      const row = {
        id: received.id,
        organization_id: organizationId,
        linked_account_id: linkedAccountId,
        envelope: received,
        ends: endedJob(received),
        now,
        at: now,
        type: received.type,
      };
      const returned = (stored: object | undefined) => {
        result.fresh = stored !== undefined;
      };
      return { result, writes: [{ statement: STORE, values: [ownOrganization], row, returned }] };
    });
  },
});

/**
 * Receives an event as any receiver of the interface would (decisions §8): verifies its signature with the account's
 * inbox secret, stores it once despite repeated deliveries, and then wakes the open streams. Returns whether it was
 * new. Throws `unauthenticated` for a bad signature or account, `invalid` or `too_large` for a bad body.
 */
export async function receiveEvent(request: HttpRequest): Promise<{ fresh: boolean }> {
  const text = decode(await readCapped(request));
  const accountId = parseId(new URL(request.url).searchParams.get("account") ?? "");
  const account = accountId && (await findAccount(accountId));
  if (!account) throw unauthorized("The signature does not match");
  if (!isSigned(account.secret, text, request.headers)) throw unauthorized("The signature does not match");
  const received = parseEnvelope(text);
  if (request.headers.get("webhook-id") !== received.id) throw badRequest("webhook-id is not the event's id");

  const { tenant } = account;
  const { fresh } = await store({ tenant, received });
  if (fresh) wakeStreams(tenant.linkedAccountId);
  return { fresh };
}
