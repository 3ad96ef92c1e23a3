import { ALERTS, type AlertKind } from "./kinds.ts";

/** The facts in the text of a mail, which are never a patient's data. */
export interface Facts {
  organization: string;
  /** Address of a page of the console. */
  link: string;
  /** Name of the linked account. */
  account?: string | undefined;
  /** Name of a colleague. */
  person?: string | undefined;
  /** The address to which it goes; by default the person's. */
  to?: string | undefined;
}

export type MailKind = AlertKind | "invitation" | "password_reset" | "own_factor_removed" | "address_changed";

interface Words {
  subject: string;
  lines: string[];
}

const NOT_YOU = "If you did not expect this mail, ignore it: nothing changes.";

const PLACES = "Choose under Your account which of these mails you get. One hour’s are sent as one.";

const alertWords = (kind: AlertKind, { account, person, organization, link }: Facts): Words => ({
  subject: `${ALERTS[kind]}: ${account ?? organization}`,
  lines: [`${ALERTS[kind]}: ${person ?? account ?? organization}.`, `See ${link}`, PLACES],
});

const WORDS: Record<Exclude<MailKind, AlertKind>, (facts: Facts) => Words> = {
  invitation: ({ organization, link }) => ({
    subject: `Choose a password for ${organization}`,
    lines: [
      `You have access to the clinical records console of ${organization}.`,
      `Choose a password, once and within 7 days: ${link}`,
      NOT_YOU,
    ],
  }),
  password_reset: ({ organization, link }) => ({
    subject: `A new password for ${organization}`,
    lines: [
      `Somebody asked for a new password of your account at ${organization}.`,
      `Choose one, once and within an hour: ${link}`,
      "Your second factor, if you have one, stays as it is.",
      NOT_YOU,
    ],
  }),
  address_changed: ({ organization, link, person }) => ({
    subject: `Your address at ${organization} was changed`,
    lines: [
      `${person}, the directory of ${organization}, changed the address of your account. This address no longer opens it.`,
      `If you did not expect this, tell your organization: ${link}`,
    ],
  }),
  own_factor_removed: ({ organization, link, person }) => ({
    subject: `Your second factor at ${organization} was removed`,
    lines: [
      `${person} removed your authenticator app, passkeys and recovery codes, and you were signed out.`,
      `If you did not ask for this, change your password and tell your organization: ${link}`,
    ],
  }),
};

const isAlert = (kind: MailKind): kind is AlertKind => kind in ALERTS;

/** Returns the subject and the plain text of a mail. */
export function mailText(kind: MailKind, facts: Facts): { subject: string; text: string } {
  const { subject, lines } = isAlert(kind) ? alertWords(kind, facts) : WORDS[kind](facts);
  return { subject, text: `${lines.join("\n\n")}\n` };
}
