import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq, gte, sql } from "drizzle-orm";
import { commitNext, sendIn } from "#lib/db/door";
import { idempotencyKey } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { ApiError, invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import type { Principal } from "#lib/kernel/principal";
import { open, seal } from "#lib/security/sealing/secret-box";
import { inTurn } from "./turn.ts";

const MOST_KEY_LENGTH = 255;

/** How long a request waits for another one with its key that is still at work. */
const WAIT_MS = 10_000;

/** Between looks whether another process has done its work; each takes a connection for a moment. */
const SHORTEST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

const stillAtWork = () =>
  new ApiError(409, "Another request with this Idempotency-Key is still at work; send this one again", {
    headers: { "retry-after": "1" },
  });

/** The `Idempotency-Key` of a request, or null. Throws 400 for an empty or overlong one. */
function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length === 0 || key.length > MOST_KEY_LENGTH) {
    throw invalid(problem("Idempotency-Key", `must have 1 to ${MOST_KEY_LENGTH} characters`));
  }
  return key;
}

/** Method and path below /v1 with its variable parts filled in. */
const addressOf = ({ route, params }: { route: string; params: Record<string, string> }): string =>
  route.replaceAll(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);

/** JSON with its keys in order, so that the same body in another order counts as the same. */
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

export interface Claim {
  principal: Principal;
  request: Request;
  route: string;
  params: Record<string, string>;
  body: unknown;
  /** True where the answer holds a secret: it is kept encrypted. */
  secret?: boolean;
  /** Which transaction of a change that takes several, from 0: each is done once for the key. */
  part?: number;
  /** Throws where the caller may not be given the first request's answer. */
  assertMayReplay?: (tx: Transaction, answer: StoredAnswer) => Promise<void>;
}

/** Under which a part's answer is kept. No header holds a line break: no caller's own key is the same. */
const keyOfPart = (key: string | null, part = 0): string | null => (key && part > 0 ? `${key}\n${part}` : key);

/** An answer's body as it is kept. */
const keptBody = async (body: StoredAnswer["body"], { secret }: Claim): Promise<StoredAnswer["body"]> =>
  secret ? { sealed: await seal(JSON.stringify(body)) } : body;

const givenBody = async (kept: StoredAnswer["body"], { secret }: Claim): Promise<StoredAnswer["body"]> =>
  secret && typeof kept.sealed === "string" ? JSON.parse(await open(kept.sealed)) : kept;

/** Whose key it is (decisions §6): the API client's, the person's, or the embedded session's. */
const ownerOf = ({ actor, embed }: Principal): string =>
  embed ? `embed:${embed.sessionId}` : `${actor.kind}:${actor.id}`;

const keptFor = ({ principal }: Claim, key: string) =>
  and(
    eq(idempotencyKey.linkedAccountId, principal.linkedAccountId),
    eq(idempotencyKey.actorKey, ownerOf(principal)),
    eq(idempotencyKey.key, key),
  );

/** What is older is about to be taken by whoever is at work on its key. */
const IS_KEPT = gte(idempotencyKey.createdAt, sql`now() - interval '24 hours'`);

/**
 * Claims a key that is new, or was used more than 24 hours ago. It waits for nobody: where another transaction has the
 * lock, that one is at work on the key.
 */
const CLAIM = `
  INSERT INTO idempotency_key AS kept (organization_id, linked_account_id, actor_key, key, request_hash, status, body)
  SELECT $1::uuid, $2::uuid, $3::text, $4::text, $5::text, 0, '{}'::json
  WHERE pg_try_advisory_xact_lock(hashtextextended('idempotency_key/' || $2::uuid || '/' || $3::text || '/' || $4::text, 0))
  ON CONFLICT (organization_id, linked_account_id, actor_key, key) DO UPDATE
  SET request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = now()
  WHERE kept.created_at < now() - interval '24 hours'
  RETURNING key`;

/**
 * Claims a key in the caller's transaction (decisions §6: for 24 hours). Gives the first answer where there is one, and
 * else whether this request is the first, or one that another process is at work on.
 * Throws 422 where the key was used with another body or route.
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
    throw new ApiError(422, "This Idempotency-Key was used with another request; nothing was saved");
  }
  const answer = { status: first.status, body: await givenBody(first.body, claim) };
  await claim.assertMayReplay?.(tx, answer);
  return answer;
}

/** Keeps the answer to give again for a claimed key. */
async function storeAnswer(tx: Transaction, key: string, claim: Claim, answer: StoredAnswer): Promise<void> {
  await tx
    .update(idempotencyKey)
    .set({ status: answer.status, body: await keptBody(answer.body, claim) })
    .where(keptFor(claim, key));
}

/** What a write answers, and where it has kept them for the end, its last statements: they leave with the commit. */
interface Done extends StoredAnswer {
  writes?: () => Promise<unknown>;
}

type Work = (tx: Transaction) => Promise<Done>;

/** Does the work, and has what it keeps for the end leave with the commit. */
async function finish(tx: Transaction, work: Work, store?: (answer: StoredAnswer) => Promise<void>) {
  const { writes, ...answer } = await work(tx);
  if (writes) commitNext(tx);
  await Promise.all([writes?.(), store?.(answer)]);
  return answer;
}

/** Does the work where this request is the first; gives null where another process is at work on its key. */
const tryOnce = (key: string, call: Claim, work: Work): Promise<StoredAnswer | null> =>
  withTenant(call.principal, async (tx) => {
    const claimed = await claimIdempotencyKey(tx, key, call);
    if (claimed === "at work") return null;
    if (claimed !== "first") return claimed;
    return finish(tx, work, (answer) => storeAnswer(tx, key, call, answer));
  });

/** As `tryOnce`, again until nobody else is at work on the key. No connection is held between the tries. */
async function onceFree(key: string, call: Claim, work: Work, deadline: number): Promise<StoredAnswer> {
  for (let wait = SHORTEST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    const answer = await tryOnce(key, call, work);
    if (answer) return answer;
    if (performance.now() + wait > deadline) throw stillAtWork();
    await pause(wait);
  }
}

/**
 * Does `work` in one transaction of the caller's tenant, and once for the `Idempotency-Key` of a write's request; without
 * the header it simply does it. Requests with the same key wait for each other, without a connection, and where one fails
 * the next does the work. Throws 400 for a malformed key, 422 for one that was used with another request, and 409 where
 * another request with it is still at work after 10 s.
 */
export async function idempotently(call: Claim, work: Work): Promise<StoredAnswer> {
  const { principal, request } = call;
  const key = keyOfPart(readIdempotencyKey(request.headers), call.part);
  if (key === null) return withTenant(principal, (tx) => finish(tx, work));
  const deadline = performance.now() + WAIT_MS;
  const name = `${principal.linkedAccountId}/${ownerOf(principal)}/${key}`;
  return inTurn(name, { withinMs: WAIT_MS, late: stillAtWork }, () => onceFree(key, call, work, deadline));
}
