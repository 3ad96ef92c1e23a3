import { and, eq } from "drizzle-orm";
import { linkedAccount, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { CommandContext } from "#lib/definitions/command";
import { namedRecord } from "#lib/kernel/named-record";
import type { Principal } from "#lib/kernel/principal";

interface Caller extends Pick<Principal, "actor"> {
  isWithoutAccount?: true | undefined;
  standsFor?: string | undefined;
}

/** Returns the condition that a caller may name an account: an API client without an access token those that it linked alone. */
export const isOfCaller = ({ isWithoutAccount, actor, standsFor = actor.id }: Caller) =>
  isWithoutAccount && actor.kind === "api_client" ? eq(linkedAccount.linkedBy, standsFor) : undefined;

/** Returns the organization's account of the request's path that the caller may name, locked. Throws `not_found`. */
export const namedAccount = ({ tx, params, principal }: Pick<CommandContext<unknown>, "tx" | "params" | "principal">) =>
  namedRecord(params, "Linked account", (id) =>
    tx
      .select()
      .from(linkedAccount)
      .where(and(eq(linkedAccount.id, id), isOfCaller(principal)))
      .for("update"),
  );

/** Returns the name of an organization; "" if there is none with this id. */
export async function organizationName(tx: Transaction, organizationId: string): Promise<string> {
  const [found] = await tx
    .select({ name: organization.name })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return found?.name ?? "";
}
