import { and, asc, count, eq, isNull, type SQL } from "drizzle-orm";
import { appUser } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import { ApiError } from "#lib/kernel/api-error";
import { parseId } from "#lib/kernel/id";
import type { ScimCaller } from "./caller.ts";
import { type Filter, parseFilter } from "./filter.ts";
import { ScimError } from "./scim-error.ts";
import { toUserResource } from "./user-resource.ts";

type User = typeof appUser.$inferSelect;

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** Users of one page, at most and by default. */
export const MAX_PAGE = 200;
const PAGE = 100;

/** A user whom the directory has removed is none of its users any more. */
const isSeen = isNull(appUser.removedAt);

const NONE = "0".repeat(32);

function conditionOf({ attribute, value }: Filter): SQL {
  if (attribute === "userName") return eq(appUser.email, value.trim().toLowerCase());
  if (attribute === "externalId") return eq(appUser.externalId, value);
  return eq(appUser.id, parseId(value) ?? NONE);
}

/** Returns the number in a parameter, or the default. Throws 400 for anything else. */
function numberIn(query: URLSearchParams, name: string, standard: number): number {
  const given = query.get(name);
  if (given === null) return standard;
  if (!/^-?\d{1,9}$/.test(given)) throw new ScimError(400, "invalidValue", `${name} must be a whole number`);
  return Number(given);
}

/** Answers GET /Users (RFC 7644 section 3.4.2): in the order of creation, with a filter and by pages. */
export async function listUsers({ organizationId }: ScimCaller, query: URLSearchParams) {
  const filter = query.get("filter");
  const condition = and(isSeen, filter ? conditionOf(parseFilter(filter)) : undefined);
  // Smaller numbers mean the first user and no user.
  const startIndex = Math.max(1, numberIn(query, "startIndex", 1));
  const most = Math.min(MAX_PAGE, Math.max(0, numberIn(query, "count", PAGE)));
  return readTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const [all] = await tx.select({ total: count() }).from(appUser).where(condition);
    const rows = await tx
      .select()
      .from(appUser)
      .where(condition)
      .orderBy(asc(appUser.id))
      .limit(most)
      .offset(startIndex - 1);
    return {
      schemas: [LIST],
      totalResults: all?.total ?? 0,
      startIndex,
      itemsPerPage: rows.length,
      Resources: rows.map(toUserResource),
    };
  });
}

/** Returns the organization's user with this id whom the directory sees, locked for a change. Throws 404. */
export async function seenUser(tx: Transaction, given: string, lock?: "update"): Promise<User> {
  const id = parseId(given);
  const asked = tx
    .select()
    .from(appUser)
    .where(and(eq(appUser.id, id ?? NONE), isSeen));
  const [user] = await (lock ? asked.for(lock) : asked);
  if (!user) throw new ApiError(404, `User ${given.slice(0, 100)} not found`);
  return user;
}

/** Answers GET /Users/{id}. */
export const getUser = ({ organizationId }: ScimCaller, id: string) =>
  readTenant({ organizationId, linkedAccountId: null }, async (tx) => toUserResource(await seenUser(tx, id)));
