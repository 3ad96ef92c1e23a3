import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gte, sql } from "drizzle-orm";
import { alone, type Batching, batched, type Ending } from "#lib/db/batches";
import { sendIn } from "#lib/db/door";
import { ownOrganization } from "#lib/db/own-organization";
import { idempotencyKey } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { Write } from "#lib/db/write";
import { allInOrder } from "#lib/kernel/all-in-order";
import { DomainError, invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { inLine } from "#lib/kernel/in-line";
import type { Principal } from "#lib/kernel/principal";
import { assertStands, stillStands, whileStanding } from "#lib/security/credentials/standing";
import { open, seal } from "#lib/security/sealing/secret-box";

const MAX_KEY_LENGTH = 255;

/** Time in which a request waits for another request with the same key. */
const WAIT_MS = 10_000;

/** Shortest pause between checks whether another process has finished; each check uses a connection briefly. */
const MIN_PAUSE_MS = 25;
const MAX_PAUSE_MS = 400;

const stillAtWork = () =>
  new DomainError("conflict", "Another request with this Idempotency-Key is still in progress; repeat this one later", {
    retryAfterSeconds: 1,
  });

/** Returns the `Idempotency-Key` of a request, or null. Throws 400 if it is empty or too long. */
function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length === 0 || key.length > MAX_KEY_LENGTH) {
    throw invalid(problem("Idempotency-Key", `must have 1 to ${MAX_KEY_LENGTH} characters`));
  }
  return key;
}

/** Returns the method and the path below /v1 with its parameters filled in. */
const addressOf = ({ route, params }: { route: string; params: Record<string, string> }): string =>
  route.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);

/** Returns JSON with sorted keys, so that the order of a body's fields does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonical(part)}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}

interface StoredAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** The first response to a request, or its repetition, which a header names (additions §1). */
interface GivenAnswer extends StoredAnswer {
  headers?: Readonly<Record<string, string>>;
}

/** Headers of an answer that repeats an earlier one and did nothing (additions §1). */
export const REPLAYED = { "idempotent-replayed": "true" };

export interface Claim {
  principal: Principal;
  request: HttpRequest;
  route: string;
  params: Record<string, string>;
  body: unknown;
  /** True if the response holds a secret: it is stored encrypted. */
  secret?: boolean;
  /** Number of the transaction, from 0, in a command that takes several: each runs once per key. */
  part?: number;
  /** Throws if the caller may not see the stored response. */
  assertMayReplay?: (tx: Transaction, answer: StoredAnswer) => Promise<void>;
}

/**
 * Returns the key under which a part's response is stored. A header cannot contain a line break, so that no client's
 * key collides.
 */
const keyOfPart = (key: string | null, part = 0): string | null => (key && part > 0 ? `${key}\n${part}` : key);

/** Returns a response body in the form in which it is stored: a secret one is encrypted. */
const keptBody = async (body: StoredAnswer["body"], { secret }: Claim): Promise<StoredAnswer["body"]> =>
  secret ? { sealed: await seal(JSON.stringify(body)) } : body;

const givenBody = async (kept: StoredAnswer["body"], { secret }: Claim): Promise<StoredAnswer["body"]> =>
  secret && typeof kept.sealed === "string" ? JSON.parse(await open(kept.sealed)) : kept;

/**
 * Returns the owner of a key (decisions §6): the API client, the user or the embedded session. Of a view `booking` it is the
 * partner's user: the visitor may press again after the session was renewed, and the visit must not be booked twice.
 */
function ownerOf({ actor, embed }: Principal): string {
  if (!embed) return `${actor.kind}:${actor.id}`;
  return embed.offer ? `booking:${embed.apiClientId}:${embed.patientMrn}:${actor.id}` : `embed:${embed.sessionId}`;
}

const keptFor = ({ principal }: Claim, key: string) =>
  and(
    eq(idempotencyKey.linkedAccountId, principal.linkedAccountId),
    eq(idempotencyKey.actorKey, ownerOf(principal)),
    eq(idempotencyKey.key, key),
  );

/** An older row no longer counts: the transaction that holds the key's lock is about to overwrite it. */
const IS_KEPT = gte(idempotencyKey.createdAt, sql`now() - interval '24 hours'`);

/**
 * Claims a key that is new or older than 24 hours. It does not wait: if another transaction has the lock, that one is
 * processing the key.
 */
const CLAIM = `
  INSERT INTO idempotency_key AS kept (organization_id, linked_account_id, actor_key, key, request_hash, status, body)
  SELECT $1::uuid, $2::uuid, $3::text, $4::text, $5::text, 0, '{}'::json
  WHERE pg_try_advisory_xact_lock(hashtextextended('idempotency_key/' || $2::uuid || '/' || $3::text || '/' || $4::text, 0))
  ON CONFLICT (organization_id, linked_account_id, actor_key, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = excluded.created_at
  WHERE excluded.created_at - kept.created_at > interval '24 hours'
  RETURNING key`;

/**
 * Claims a key in the caller's transaction for 24 hours (decisions §6). Returns the stored response, "first" if this
 * request is the first, or "at work" if another process is processing the key. Throws 422 if the key was used with
 * another body or route.
 */
async function claimIdempotencyKey(
  tx: Transaction,
  key: string,
  claim: Claim,
): Promise<StoredAnswer | "first" | "at work"> {
  const { organizationId, linkedAccountId } = claim.principal;
  const requestHash = createHash("sha256")
    .update(`${addressOf(claim)}\n${canonical(claim.body)}`)
    .digest("hex");
  const values = [organizationId, linkedAccountId, ownerOf(claim.principal), key, requestHash];
  const { rowCount } = await sendIn(tx, { text: CLAIM, values });
  if (rowCount) return "first";
  const [first] = await tx
    .select()
    .from(idempotencyKey)
    .where(and(keptFor(claim, key), IS_KEPT));
  if (!first) return "at work";
  if (first.requestHash !== requestHash) {
    throw new DomainError("key_reused", "This Idempotency-Key was used with another request; nothing was saved");
  }
  const answer = { status: first.status, body: await givenBody(first.body, claim) };
  await claim.assertMayReplay?.(tx, answer);
  return answer;
}

/** Stores the responses to claimed keys. Parameters: a JSON array of rows, organization. */
const KEEP_ANSWER = `
  WITH given AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json)
      AS answer (linked_account_id uuid, actor_key text, key text, status integer, body json))
  UPDATE idempotency_key kept SET status = given.status, body = given.body FROM given
  WHERE kept.organization_id = $2 AND kept.linked_account_id = given.linked_account_id
    AND kept.actor_key = given.actor_key AND kept.key = given.key AND kept.key = ANY (ARRAY(SELECT key FROM given))`;

/** Returns the storing of the response to a claimed key for repeated requests. */
async function keepAnswer(key: string, claim: Claim, { status, body }: StoredAnswer): Promise<Write> {
  const { principal } = claim;
  const kept = await keptBody(body, claim);
  return {
    statement: KEEP_ANSWER,
    values: [ownOrganization],
    row: { linked_account_id: principal.linkedAccountId, actor_key: ownerOf(principal), key, status, body: kept },
  };
}

/** A write's response, and the rows that are still to be written. */
interface Done extends StoredAnswer {
  writes?: readonly Write[];
}

type Work = (tx: Transaction) => Promise<Done>;

/** One attempt at a request, with its key or without one. */
interface Attempt {
  claim: Claim;
  key: string | null;
  work: Work;
  /** Whether it shares its transaction with others; its work then ends nobody's authority. */
  together: boolean;
}

/**
 * Runs the work for the first request of a key, else returns the stored response; null if another process is at work on
 * the key.
 */
async function endingOf(tx: Transaction, { claim, key, work, together }: Attempt): Promise<Ending<GivenAnswer | null>> {
  if (!together) await assertStands(tx, claim.principal);
  const claimed = key === null ? "first" : await claimIdempotencyKey(tx, key, claim);
  if (claimed === "at work") return { result: null, writes: [] };
  if (claimed !== "first") return { result: { ...claimed, headers: REPLAYED }, writes: [] };
  const { writes = [], ...answer } = await work(tx);
  return { result: answer, writes: key === null ? writes : [...writes, await keepAnswer(key, claim, answer)] };
}

const attempts: Batching<Attempt, GivenAnswer | null> = {
  name: "requests",
  tenantOf: ({ claim: { principal } }) => principal,
  // Requests with the same key wait in line before (see `idempotently`).
  keyOf: (attempt) => attempt,
  work: async (tx, all) => {
    const endings = await allInOrder(all.map((attempt) => endingOf(tx, attempt)));
    const callers = all.map(({ claim: { principal } }) => principal);
    // Judged behind all locks that the transaction has waited for.
    const last = endings.pop();
    return last ? [...endings, { ...last, writes: [...last.writes, ...stillStands(tx, callers)] }] : [];
  },
};

const inBatch = batched(attempts);

/** Repeats an attempt until no other process holds its key. No connection is held between the tries. */
async function onceFree(attempt: () => Promise<GivenAnswer | null>, deadline: number): Promise<GivenAnswer> {
  for (let wait = MIN_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
    const answer = await attempt();
    if (answer) return answer;
    if (performance.now() + wait > deadline) throw stillAtWork();
    await pause(wait);
  }
}

/**
 * Runs `work` in one transaction of the caller's tenant, once per `Idempotency-Key`; without the header it simply runs.
 * With `together`, requests of one account that arrive at the same time share the transaction: for work that neither
 * writes nor takes a lock before it returns, so that the others cannot change what it has read. Requests with the same
 * key wait for each other without holding a connection, and if one fails, the next runs the work. Throws 400 for a
 * malformed key, 401 or 403 if the caller's authority ended before the commit, 422 for a key used with another request,
 * and 409 if another request with the key still runs after 10 s.
 */
export async function idempotently(
  claim: Claim,
  work: Work,
  { together = false }: { together?: boolean } = {},
): Promise<GivenAnswer> {
  const { principal, request } = claim;
  const key = keyOfPart(readIdempotencyKey(request.headers), claim.part);
  const attempt = { claim, key, work, together };
  const tried = () => whileStanding(() => (together ? inBatch(attempt) : alone(attempts, attempt)));
  const deadline = performance.now() + WAIT_MS;
  if (key === null) return onceFree(tried, deadline);
  const name = `${principal.linkedAccountId}/${ownerOf(principal)}/${key}`;
  return inLine(name, () => onceFree(tried, deadline), { withinMs: WAIT_MS, late: stillAtWork });
}
