import { createTransport } from "nodemailer";
import { required } from "#lib/kernel/environment";

/** A mail as it is handed to the server. */
export interface Letter {
  /** Identifies the mail at every attempt, so that a receiver can drop a second copy. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** `refused`: for good. `passing`: the server did not answer, or asked to come back later. */
export type Sent = { kind: "sent" } | { kind: "refused" | "passing"; reason: string };

const TIMEOUT_MS = 10_000;
/** Deadline of the whole conversation, however slowly the server goes on. */
const DEADLINE_MS = 60_000;

/** What the library would read as a list, a group, a name beside an address, or an end of the line. */
const MORE_THAN_AN_ADDRESS = /[\s\p{C}<>()[\],;:\\"]/u;

const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function transport() {
  const { protocol, hostname, port, username, password } = new URL(required("SMTP_URL"));
  const secure = protocol === "smtps:";
  return createTransport({
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port ? Number(port) : secure ? 465 : 587,
    secure,
    // The password and the links must not travel in the clear; a relay on this machine may have no certificate.
    requireTLS: !secure && !THIS_MACHINE.test(hostname),
    ignoreTLS: !secure && THIS_MACHINE.test(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Returns the kind of a failure. Its message may name the receiver, so only codes are kept. */
function failureOf(error: unknown): Sent {
  const { code = "ESMTP", responseCode } = error as { code?: string; responseCode?: number };
  const reason = responseCode === undefined ? code : `${code} ${responseCode}`;
  // A refused sign-in is the operator's mistake, which is mended while the mail waits.
  const isFinal = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
  return { kind: isFinal ? "refused" : "passing", reason };
}

/** Hands one mail to the SMTP server. Never throws. */
export async function sendLetter({ id, to, subject, text }: Letter): Promise<Sent> {
  const from = required("MAIL_FROM");
  // Forms take no such address; a row that was written by other means must not send a link to somebody else.
  if (MORE_THAN_AN_ADDRESS.test(to)) return { kind: "refused", reason: "not one address" };
  const open = transport();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<Sent>((resolve) => {
    timer = setTimeout(() => resolve({ kind: "passing", reason: "ETIMEDOUT" }), DEADLINE_MS);
  });
  const sending = open
    .sendMail({
      from: { name: "Clinical Records", address: from },
      to,
      subject,
      text,
      messageId: `<${id}@${from.split("@").at(-1)}>`,
      headers: { "Auto-Submitted": "auto-generated" },
    })
    .then((): Sent => ({ kind: "sent" }), failureOf);
  try {
    return await Promise.race([sending, deadline]);
  } finally {
    clearTimeout(timer);
    open.close();
  }
}
