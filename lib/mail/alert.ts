import { asc, eq, isNull } from "drizzle-orm";
import { appUser, linkedAccount, organization } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { presentMs } from "#lib/kernel/clock";
import type { Tenant } from "#lib/kernel/principal";
import { type AlertKind, alertsOf } from "./kinds.ts";
import { canMail, pageAddress, queueMail } from "./queue-mail.ts";

const HOUR_MS = 3_600_000;

/** The page of an account that shows what an alert is about. */
const PAGES: Record<AlertKind, string> = {
  emr_degraded: "integrations",
  login_required: "integrations",
  endpoint_failing: "webhooks",
  endpoint_disabled: "webhooks",
  work_failed: "activity?status=failed",
  work_unknown: "to-reconcile",
  second_factor_reset: "people",
};

interface About {
  /** Name of the colleague whom it concerns. */
  person?: string;
  /** Distinguishes causes within an hour; by default all of an account and kind are one. */
  cause?: string;
}

/**
 * Queues an alert to everyone who has chosen its kind, in the transaction that causes it: one mail per person, account,
 * kind and hour. People are written in the order of their ids, so that concurrent transactions do not wait in circles.
 */
export async function alert(tx: Transaction, tenant: Tenant, kind: AlertKind, { person, cause }: About = {}) {
  if (!canMail()) return;
  const { organizationId, linkedAccountId } = tenant;
  const people = await tx.select().from(appUser).where(isNull(appUser.deactivatedAt)).orderBy(asc(appUser.id));
  const told = people.filter(({ role, mailedAlerts }) => alertsOf(role, mailedAlerts).includes(kind));
  if (told.length === 0) return;
  const [of] = await tx.select({ name: organization.name }).from(organization);
  const [account] = linkedAccountId
    ? await tx.select({ name: linkedAccount.name }).from(linkedAccount).where(eq(linkedAccount.id, linkedAccountId))
    : [];
  const hour = Math.floor(presentMs() / HOUR_MS);
  const facts = {
    organization: of?.name ?? "",
    link: pageAddress(linkedAccountId ? `/a/${linkedAccountId}/${PAGES[kind]}` : "/"),
    account: account?.name,
    person,
  };
  for (const { id } of told) {
    const about = cause ?? `${linkedAccountId ?? ""}:${hour}`;
    await queueMail(tx, { organizationId, userId: id, kind, cause: `${kind}:${about}`, facts });
  }
}
