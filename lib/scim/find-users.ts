import { and, asc, count, eq, gt, inArray, isNull, or, type SQL } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { DomainError } from "#lib/kernel/domain-error";
import { storedForms } from "#lib/kernel/email-address";
import { parseId } from "#lib/kernel/id";
import type { ScimCaller } from "./caller.ts";
import { type Filter, parseFilter } from "./filter.ts";
import { listResponse } from "./list-response.ts";
import { matches } from "./matches.ts";
import { projected } from "./projection.ts";
import { ScimError } from "./scim-error.ts";
import { toUserResource } from "./user-resource.ts";

type User = typeof appUser.$inferSelect;

/** Users of one page, at most and by default. */
export const MAX_PAGE = 200;
const PAGE = 100;

/** Users that are read at once if a filter has no index. */
const SCANNED = 500;

const MAX_NUMBER = 1_000_000_000;

/** A user whom the directory has removed is none of its users any more. */
const isSeen = isNull(appUser.removedAt);

const NONE = "0".repeat(32);

/** Returns the condition of a user who has this `userName`. */
export function hasUserName(given: string): SQL | undefined {
  const forms = [...storedForms(given)];
  return or(inArray(appUser.email, forms), inArray(appUser.userName, forms));
}

/** The attributes with which directories look for one user. */
const INDEXED: Record<string, (value: string) => SQL | undefined> = {
  userName: hasUserName,
  externalId: (value) => eq(appUser.externalId, value),
  id: (value) => eq(appUser.id, parseId(value) ?? NONE),
};

/** Returns a condition that everyone fulfils whom a filter finds; undefined if there is none with an index. */
function conditionOf(filter: Filter): SQL | undefined {
  if (filter.kind === "and") return filter.parts.map(conditionOf).find((each) => each !== undefined);
  if (filter.kind === "or") {
    const parts = filter.parts.map(conditionOf);
    return parts.every((each) => each !== undefined) ? or(...parts) : undefined;
  }
  if (filter.kind !== "compare" || filter.operator !== "eq" || typeof filter.value !== "string") return undefined;
  return INDEXED[filter.path.attribute.name]?.(filter.value);
}

/** Returns the number in a parameter, or the default. Throws 400 for anything else. */
function numberIn(query: URLSearchParams, name: string, standard: number): number {
  const given = query.get(name)?.trim();
  if (!given) return standard;
  if (!/^[+-]?\d{1,30}$/.test(given)) throw new ScimError("invalidValue", `${name} must be a whole number`);
  return Math.min(Number(given), MAX_NUMBER);
}

interface Page {
  /** Users before the page. */
  before: number;
  most: number;
}

interface Found {
  total: number;
  rows: User[];
}

async function pageOfAll(tx: Transaction, { before, most }: Page): Promise<Found> {
  const [all] = await tx.select({ total: count() }).from(appUser).where(isSeen);
  const rows = await tx.select().from(appUser).where(isSeen).orderBy(asc(appUser.id)).limit(most).offset(before);
  return { total: all?.total ?? 0, rows };
}

/** Returns a page of the users whom a filter finds. Reads the others in parts, so that they never are all in memory. */
async function pageOfFound(tx: Transaction, filter: Filter, { before, most }: Page): Promise<Found> {
  const condition = conditionOf(filter);
  const found: Found = { total: 0, rows: [] };
  for (let last: User | undefined; ; ) {
    const read = await tx
      .select()
      .from(appUser)
      .where(and(isSeen, condition, last && gt(appUser.id, last.id)))
      .orderBy(asc(appUser.id))
      .limit(SCANNED);
    for (const row of read.filter((each) => matches(filter, toUserResource(each)))) {
      if (found.total >= before && found.rows.length < most) found.rows.push(row);
      found.total += 1;
    }
    if (read.length < SCANNED) return found;
    last = read.at(-1);
  }
}

/** Answers GET /Users (RFC 7644 section 3.4.2): in the order of creation, with a filter and by pages. */
export async function listUsers({ organizationId }: ScimCaller, query: URLSearchParams) {
  const given = query.get("filter");
  const filter = given ? parseFilter(given) : null;
  // Smaller numbers mean the first user and no user.
  const startIndex = Math.max(1, numberIn(query, "startIndex", 1));
  const page = { before: startIndex - 1, most: Math.min(MAX_PAGE, Math.max(0, numberIn(query, "count", PAGE))) };
  const { total, rows } = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    filter ? pageOfFound(tx, filter, page) : pageOfAll(tx, page),
  );
  return listResponse(
    rows.map((row) => projected(toUserResource(row), query)),
    { total, startIndex },
  );
}

/** Returns the organization's user with this id whom the directory sees, locked for a change. Throws 404. */
export async function seenUser(tx: Transaction, given: string, lock?: "update"): Promise<User> {
  const id = parseId(given);
  const asked = tx
    .select()
    .from(appUser)
    .where(and(eq(appUser.id, id ?? NONE), isSeen));
  const [user] = await (lock ? asked.for(lock) : asked);
  if (!user) throw new DomainError("not_found", `User ${given.slice(0, 100)} not found`);
  return user;
}

/** Answers GET /Users/{id}. */
export const getUser = ({ organizationId }: ScimCaller, id: string) =>
  readTenant({ organizationId, linkedAccountId: null }, async (tx) => toUserResource(await seenUser(tx, id)));
