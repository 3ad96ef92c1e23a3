import { and, eq, gt, isNull, lte, or } from "drizzle-orm";
import { readTenant, type Transaction } from "#lib/db/tenant";
import type { Profile } from "#lib/emr/port/profile";
import { present } from "#lib/kernel/clock";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId, parseId } from "#lib/kernel/id";
import type { Principal } from "#lib/kernel/principal";
import { type Connected, digestOf, isDigestOf } from "./connection-digest.ts";
import { connectionProbe } from "./table.ts";

/** How long the findings of a probe may stand for another one (additions §5). */
const KEPT_MS = 15 * 60_000;

const OTHERWISE = "or leave it out to have the connection tested now";

const refused = (message: string, field = "probe_id") => invalid(problem(field, message));

const unknown = () =>
  refused(`must be that of your own test of this connection within the last 15 minutes: test it again, ${OTHERWISE}`);

const used = () => refused(`was used for another linked account: test the connection again, ${OTHERWISE}`);

/** Returns who alone may name a probe: the person, or the link token whose view probed. */
export const proberOf = ({
  actor,
  embed,
}: Pick<Principal, "actor"> & { embed?: Principal["embed"] | undefined }): string => embed?.sessionId ?? actor.id;

/** Keeps what a probe found, for who probed. Removes probes that are over. Returns its id. */
export async function keepProbe(
  tx: Transaction,
  principal: Principal,
  probed: Connected & { wrote: boolean; profile: Profile },
): Promise<string> {
  const { organizationId } = principal;
  const now = present();
  const id = newId();
  await tx
    .delete(connectionProbe)
    .where(and(eq(connectionProbe.organizationId, organizationId), lte(connectionProbe.expiresAt, now)));
  await tx.insert(connectionProbe).values({
    id,
    organizationId,
    userId: proberOf(principal),
    digest: digestOf(probed),
    wrote: probed.wrote,
    profile: probed.profile,
    expiresAt: new Date(now.getTime() + KEPT_MS),
  });
  return id;
}

/** The link for which a probe is named. */
export interface NamedProbe {
  probeId: string;
  /** Whether it asks for probes that write. */
  writeProbes: boolean | undefined;
  /** The account whose connection is replaced; null for a new one. */
  accountId: string | null;
}

const ofProber = (principal: Principal, id: string) =>
  and(
    eq(connectionProbe.organizationId, principal.organizationId),
    eq(connectionProbe.userId, proberOf(principal)),
    eq(connectionProbe.id, id),
  );

/**
 * Returns what a kept probe of exactly this connection found (additions §5). Throws `invalid` for one that is over, is
 * another person's or of another connection, or was used for another account.
 */
export async function foundByProbe(
  principal: Principal,
  { probeId, writeProbes, accountId }: NamedProbe,
  connected: Connected,
): Promise<Profile> {
  const id = parseId(probeId);
  if (id === null) throw unknown();
  const { organizationId } = principal;
  const [row] = await readTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .select()
      .from(connectionProbe)
      .where(and(ofProber(principal, id), gt(connectionProbe.expiresAt, present()))),
  );
  if (!row) throw unknown();
  if (!isDigestOf(row.digest, connected)) {
    throw refused(
      `is that of a test of another connection: its address, credentials or limits differ; test this one, ${OTHERWISE}`,
    );
  }
  if (row.usedBy !== null && row.usedBy !== accountId) throw used();
  if (writeProbes === true && !row.wrote) {
    throw refused("must be left out with the probe_id of a test that did not write", "write_probes");
  }
  return row.profile;
}

/** Notes in the transaction of a link which account took over the findings of a probe. Throws `invalid` if another one did. */
export async function takeProbe(
  tx: Transaction,
  principal: Principal,
  probeId: string,
  account: string,
): Promise<void> {
  const id = parseId(probeId);
  const noted =
    id === null
      ? []
      : await tx
          .update(connectionProbe)
          .set({ usedBy: account })
          .where(and(ofProber(principal, id), or(isNull(connectionProbe.usedBy), eq(connectionProbe.usedBy, account))))
          .returning({ id: connectionProbe.id });
  if (noted.length === 0) throw used();
}
