import { eq } from "drizzle-orm";
import { linkedAccount, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { CommandContext } from "#lib/definitions/command";
import { namedRecord } from "#lib/kernel/named-record";

/** Returns the organization's account of the request's path, locked. Throws 404. */
export const namedAccount = ({ tx, params }: Pick<CommandContext<unknown>, "tx" | "params">) =>
  namedRecord(params, "Linked account", (id) =>
    tx.select().from(linkedAccount).where(eq(linkedAccount.id, id)).for("update"),
  );

/** Returns the name of an organization; "" if there is none with this id. */
export async function organizationName(tx: Transaction, organizationId: string): Promise<string> {
  const [found] = await tx
    .select({ name: organization.name })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return found?.name ?? "";
}
