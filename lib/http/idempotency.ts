import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import { open, seal } from "#lib/auth/secret-box";
import { ApiError, badRequest } from "#lib/core/api-error";
import type { Principal } from "#lib/core/principal";
import { commitNext } from "#lib/db/door";
import { idempotencyKey } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

const MOST_KEY_LENGTH = 255;

/** The `Idempotency-Key` of a request, or null. Throws 400 for an empty or overlong one. */
function readIdempotencyKey(headers: Headers): string | null {
  const key = headers.get("idempotency-key");
  if (key === null) return null;
  if (key.length === 0 || key.length > MOST_KEY_LENGTH) {
    throw badRequest(`Idempotency-Key must have 1 to ${MOST_KEY_LENGTH} characters`);
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
}

/** Under which a part's answer is kept. No header holds a line break: no caller's own key is the same. */
const keyOfPart = (key: string | null, part = 0): string | null => (key && part > 0 ? `${key}\n${part}` : key);

/** An answer's body as it is kept. */
const keptBody = async (body: StoredAnswer["body"], { secret }: Claim): Promise<StoredAnswer["body"]> =>
  secret ? { sealed: await seal(JSON.stringify(body)) } : body;

const givenBody = async (kept: StoredAnswer["body"], { secret }: Claim): Promise<StoredAnswer["body"]> =>
  secret && typeof kept.sealed === "string" ? JSON.parse(await open(kept.sealed)) : kept;

/**
 * Claims a key in the caller's transaction (decisions §6: for 24 hours). Requests with the same key wait for each
 * other here. Gives the first answer where there is one, null where this request is the first.
 * Throws 422 where the key was used with another body or route.
 */
async function claimIdempotencyKey(tx: Transaction, key: string, claim: Claim): Promise<StoredAnswer | null> {
  const { principal } = claim;
  const tenant = { organizationId: principal.organizationId, linkedAccountId: principal.linkedAccountId };
  const actorKey = `${principal.actor.kind}:${principal.actor.id}`;
  const requestHash = createHash("sha256")
    .update(`${addressOf(claim)}\n${canonical(claim.body)}`)
    .digest("hex");
  const mine = and(
    eq(idempotencyKey.linkedAccountId, principal.linkedAccountId),
    eq(idempotencyKey.actorKey, actorKey),
    eq(idempotencyKey.key, key),
  );
  const [, claimed] = await Promise.all([
    tx.delete(idempotencyKey).where(and(mine, lt(idempotencyKey.createdAt, sql`now() - interval '24 hours'`))),
    tx
      .insert(idempotencyKey)
      .values({ ...tenant, actorKey, key, requestHash, status: 0, body: {} })
      .onConflictDoNothing()
      .returning({ key: idempotencyKey.key }),
  ]);
  if (claimed.length > 0) return null;
  const [first] = await tx.select().from(idempotencyKey).where(mine);
  if (!first) throw new ApiError(409, "The first request with this Idempotency-Key was undone; send it again");
  if (first.requestHash !== requestHash) {
    throw new ApiError(422, "This Idempotency-Key was used with another request; nothing was saved");
  }
  return { status: first.status, body: await givenBody(first.body, claim) };
}

/** Keeps the answer to give again for a claimed key. */
async function storeAnswer(tx: Transaction, key: string, claim: Claim, answer: StoredAnswer): Promise<void> {
  const { principal } = claim;
  await tx
    .update(idempotencyKey)
    .set({ status: answer.status, body: await keptBody(answer.body, claim) })
    .where(
      and(
        eq(idempotencyKey.linkedAccountId, principal.linkedAccountId),
        eq(idempotencyKey.actorKey, `${principal.actor.kind}:${principal.actor.id}`),
        eq(idempotencyKey.key, key),
      ),
    );
}

/** What a write answers, and where it has kept them for the end, its last statements: they leave with the commit. */
interface Done extends StoredAnswer {
  writes?: () => Promise<unknown>;
}

/**
 * Does `work` once for the `Idempotency-Key` of a write's request, in the caller's transaction; without the header
 * it simply does it. Throws 400 for a malformed key and 422 for one that was used with another request.
 */
export async function idempotently(tx: Transaction, call: Claim, work: () => Promise<Done>): Promise<StoredAnswer> {
  const key = keyOfPart(readIdempotencyKey(call.request.headers), call.part);
  const before = key === null ? null : await claimIdempotencyKey(tx, key, call);
  if (before) return before;
  const { writes, ...answer } = await work();
  if (writes) commitNext(tx);
  await Promise.all([writes?.(), key === null ? null : storeAnswer(tx, key, call, answer)]);
  return answer;
}
