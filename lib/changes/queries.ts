import { and, asc, eq, gt, sql } from "drizzle-orm";
import { z } from "zod";
import { changeHead, recordChange, syncKind } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { commaList } from "#lib/definitions/comma-list";
import { recordColumns } from "#lib/definitions/list";
import { defineQuery } from "#lib/definitions/query";
import { wholeNumberUpTo } from "#lib/kernel/whole-number";
import { cursorAfter, positionOf } from "./cursor.ts";
import { CHANGE_KINDS } from "./kinds.ts";
import { askedKinds, changeModel, toChange } from "./model.ts";

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;

/** Returns the state of an account's feed and of some kinds in it. */
async function stateOf(tx: Transaction, linkedAccountId: string, kinds: readonly string[]) {
  const [[head], found] = await Promise.all([
    tx.select().from(changeHead).where(eq(changeHead.linkedAccountId, linkedAccountId)),
    tx
      .select({ kind: syncKind.kind, toldFrom: syncKind.toldFrom })
      .from(syncKind)
      .where(eq(syncKind.linkedAccountId, linkedAccountId)),
  ]);
  const { position = 0, keptFrom = 0, linkedFrom = 0 } = head ?? {};
  const toldFrom = new Map(
    found.flatMap(({ kind, toldFrom: from }) => (from !== null && kinds.includes(kind) ? [[kind, from] as const] : [])),
  );
  return { position, keptFrom, linkedFrom, toldFrom };
}

async function entriesAfter(
  tx: Transaction,
  linkedAccountId: string,
  { position, kinds, limit }: { position: number; kinds: readonly string[]; limit: number },
) {
  return tx
    .select(recordColumns(recordChange))
    .from(recordChange)
    .where(
      and(
        eq(recordChange.linkedAccountId, linkedAccountId),
        gt(recordChange.position, position),
        sql`${recordChange.kind} = ANY (${sql.param([...kinds])}::text[])`,
      ),
    )
    .orderBy(asc(recordChange.position))
    .limit(limit);
}

/** GET /changes: what has changed of an account's records, oldest first (additions §4). */
export const listChanges = defineQuery({
  cursorOfPlace: true,
  path: "/changes",
  embed: "account",
  summary: "What has changed of the account's records, oldest first",
  description:
    "Without `cursor`, no entries and the `next_cursor` of now. For a copy take that cursor, read the lists, then apply each entry's `record`. Entries are kept for 30 days. Each kind needs its own read permission. 410 if not all changes after the cursor are known.",
  permission: "changes:read",
  patientData: true,
  gone: true,
  query: z.object({
    kinds: commaList(CHANGE_KINDS).optional().describe("By default all that the caller may read"),
    cursor: z.string().optional().describe("`next_cursor` of an earlier answer, with whatever `kinds`"),
    limit: wholeNumberUpTo(MAX_LIMIT)
      .optional()
      .meta({ description: "Entries per answer, 1 to 1,000", default: DEFAULT_LIMIT }),
  }),
  body: z.object({
    changes: z.array(changeModel).describe("Oldest first"),
    next_cursor: z.string().describe("Goes on after these entries; always there"),
  }),
  async read({ tx, linkedAccountId, permissions, query: { kinds: given, cursor, limit = DEFAULT_LIMIT } }) {
    const kinds = askedKinds(given, permissions);
    const state = await stateOf(tx, linkedAccountId, kinds);
    if (cursor === undefined) return { changes: [], next_cursor: cursorAfter(linkedAccountId, state.position) };
    const position = positionOf(cursor, linkedAccountId, state);
    const rows = await entriesAfter(tx, linkedAccountId, { position, kinds, limit });
    // Positions are committed in their order: behind the last one that is known, nothing comes later.
    const last = rows.at(-1)?.position ?? position;
    const after = rows.length === limit ? last : Math.max(last, state.position);
    return { changes: rows.map(toChange), next_cursor: cursorAfter(linkedAccountId, after) };
  },
});
