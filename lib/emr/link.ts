import { and, eq, isNull, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { linkedAccount } from "#lib/db/schema";
import { readTenant, type Transaction } from "#lib/db/tenant";
import type { EmrCalls } from "./port/calls.ts";
import { EmrError } from "./port/port.ts";

/** The link to an EMR as it was when its connection was opened. */
export interface Link {
  id: string;
  organizationId: string;
  linkVersion: number;
}

const standing = (tx: Transaction) =>
  tx
    .select({ id: linkedAccount.id })
    .from(linkedAccount)
    .where(
      and(
        eq(linkedAccount.id, sql.placeholder("id")),
        eq(linkedAccount.linkVersion, sql.placeholder("linkVersion")),
        isNull(linkedAccount.unlinkedAt),
      ),
    );

const found = prepared(standing);
const held = prepared((tx) => standing(tx).for("key share"));

/**
 * Returns whether a link still stands, and keeps it from being replaced or ended until the end of the caller's
 * transaction. Call it before other rows are locked: a change of the link locks the account first.
 */
export async function holdLink(tx: Transaction, { id, linkVersion }: Link): Promise<boolean> {
  const rows = await held(tx).execute({ id, linkVersion });
  return rows.length > 0;
}

async function stands({ id, organizationId, linkVersion }: Link): Promise<boolean> {
  const rows = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    found(tx).execute({ id, linkVersion }),
  );
  return rows.length > 0;
}

/**
 * Returns calls that end with the link: before each one the account is looked at, and an EMR that was unlinked or whose
 * connection was replaced is not called again.
 */
export const endingWith = <Calls extends Pick<EmrCalls, "take">>(calls: Calls, link: Link): Calls => ({
  ...calls,
  async take() {
    await calls.take();
    if (!(await stands(link))) throw new EmrError("passing", "The link to the EMR has ended", { notDone: true });
  },
});
