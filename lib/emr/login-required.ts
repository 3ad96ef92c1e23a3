import { and, eq } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import { linkedAccount } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { present } from "#lib/kernel/clock";
import type { AccountTenant } from "#lib/kernel/principal";
import { storedProfile } from "./connect.ts";
import type { Link } from "./link.ts";
import type { EmrCalls } from "./port/calls.ts";

interface Account extends Link {
  /** The profile with which the connection was opened. */
  profile: Record<string, unknown> | null;
}

/** Tells in the transaction that stores it that an EMR refuses an account's credentials, or takes them again. */
type Teller = (tx: Transaction, account: AccountTenant, login: "required" | "taken") => Promise<void>;

let teller: Teller | null = null;

/** Lets changes of logins be told by `by`, which may import what this room may not. */
export function tellLoginsBy(by: Teller): void {
  teller = by;
}

/** Stores that the EMR refuses an account's credentials, or takes them again; not if it has another link by now. */
async function store({ id, organizationId, linkVersion }: Account, by: "read" | "write" | null): Promise<void> {
  await withTenant({ organizationId, linkedAccountId: null }, async (tx) => {
    const mine = and(eq(linkedAccount.id, id), eq(linkedAccount.linkVersion, linkVersion));
    const [found] = await tx.select({ profile: linkedAccount.profile }).from(linkedAccount).where(mine).for("update");
    const before = storedProfile(found?.profile ?? null);
    if (!before || (before.login_required !== undefined) === (by !== null)) return;
    const { login_required: _ended, ...profile } = before;
    const at = present().toISOString();
    const change = tx
      .update(linkedAccount)
      .set({ profile: by === null ? profile : { ...profile, login_required: { at, by } } })
      .where(mine)
      .returning({ id: linkedAccount.id });
    await changeRecords(tx, { organizationId, linkedAccountId: id }, linkedAccount, change);
    await teller?.(tx, { organizationId, linkedAccountId: id }, by === null ? "taken" : "required");
  });
}

/**
 * Returns how the calls of a connection note that the EMR refuses the credentials for good, and that it takes them again: a
 * call like the refused one shows that. Other credentials come with a new profile, which knows of no refusal.
 */
export function loginNotesOf(account: Account): NonNullable<EmrCalls["login"]> {
  let by = storedProfile(account.profile)?.login_required?.by ?? null;
  return async (shown, call) => {
    if (shown === "required" && by === null) by = call;
    else if (shown === "taken" && by === call) by = null;
    else return;
    await store(account, by);
  };
}
