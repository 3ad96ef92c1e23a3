import type { appUser } from "#lib/db/schema";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { alertsFor, alertsOf } from "#lib/mail/kinds";
import { canMail } from "#lib/mail/queue-mail";

/** Returns the alerts that a person may choose and gets by mail, with their tag. */
export const ownMailsOf = ({ role, mailedAlerts }: Pick<typeof appUser.$inferSelect, "role" | "mailedAlerts">) =>
  withEntityTag({ can_mail: canMail(), possible: [...alertsFor(role)], chosen: alertsOf(role, mailedAlerts) });
