import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as INVITE } from "#app/v1/users/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { type FakeSmtpServer, startFakeSmtpServer } from "#lib/testing/fake-smtp-server";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { mailBy } from "#lib/testing/mail-by";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { sendMail } from "./send-mail.ts";
import { sendLetter } from "./smtp.ts";

const database = testDatabase();
let smtp: FakeSmtpServer;

beforeAll(async () => {
  smtp = await startFakeSmtpServer();
});
afterAll(() => smtp.stop());
beforeEach(() => {
  smtp.received.length = 0;
  mailBy(smtp.url);
});
afterEach(() => mailBy(null));

/** The lines of a message's head, without the wrapping of long ones. */
const headOf = (text: string) => (text.split("\r\n\r\n")[0] ?? "").replace(/\r\n[ \t]/g, " ").split("\r\n");
const namesIn = (text: string) => headOf(text).map((line) => /^([^:]+):/.exec(line)?.[1]?.toLowerCase());
const HEADERS = [
  "auto-submitted",
  "content-transfer-encoding",
  "content-type",
  "date",
  "from",
  "message-id",
  "mime-version",
  "subject",
  "to",
];

/** Names as no form of the product takes them; a database or an older version may hold them all the same. */
const HOSTILE = [
  ["CR and LF", "Clinic\r\nBcc: everyone@evil.example\r\n\r\nA body"],
  ["a lone CR or LF", "Clinic\rBcc: a@evil.example\nCc: b@evil.example"],
  ["quotes, brackets and commas", '"Clinic" <boss@evil.example>, other@evil.example; (comment)'],
  ["marks of direction", "Clinic \u202Egnp.exe\u2066"],
  ["a NUL, controls and separators", "Clinic\u0007\u001b[2J\u2028Bcc: a@evil.example\u0085"],
  ["20,000 letters", "Ä".repeat(20_000)],
  ["an encoded word", "=?utf-8?Q?Clinic=0D=0ABcc:_a@evil.example?="],
  ["a dot on a line of its own", "Clinic\r\n.\r\nMAIL FROM:<a@evil.example>"],
] as const;

describe("a name with", () => {
  it.each(HOSTILE)("%s adds no header, no receiver and no second mail", async (_case, name) => {
    const to = "robin@clinic.example";
    const sent = await sendLetter({
      id: newId(),
      to,
      subject: `Choose a password for ${name}`,
      text: `For ${name}.\n`,
    });
    expect(sent).toEqual({ kind: "sent" });
    expect(smtp.received.map((mail) => mail.to)).toEqual([[to]]);
    const [{ raw = "" } = {}] = smtp.received;
    expect(namesIn(raw).sort()).toEqual(HEADERS);
    // A server may refuse a longer line (RFC 5322).
    expect(Math.max(...raw.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
  });

  it.each([
    "robin@clinic.example, all@evil.example",
    "robin@clinic.example\r\nRCPT TO:<all@evil.example>",
    "Robin <all@evil.example>",
    "team: all@evil.example, robin@clinic.example;",
    "<robin@clinic.example> SIZE=1",
  ])("which an address has, %j, reaches nobody else", async (to) => {
    const sent = await sendLetter({ id: newId(), to, subject: "A", text: "B" });
    const reached = smtp.received.flatMap((mail) => mail.to);
    expect([sent.kind, reached]).toEqual(["refused", []]);
  });
});

/** Starts a server that speaks SMTP until a command, and then does as it is told. */
async function startFaulty(
  at: string,
  fault: (socket: Socket) => unknown,
): Promise<{ url: string; server: Server; open: Set<Socket> }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined));
    let isData = false;
    socket.write("220 here\r\n");
    socket.on("data", (packet) => {
      const text = packet.toString();
      if (isData ? at === "end of DATA" && text.includes("\r\n.\r\n") : text.startsWith(at)) return fault(socket);
      if (isData) {
        if (text.includes("\r\n.\r\n")) socket.write("250 taken\r\n");
        return;
      }
      isData = text.startsWith("DATA");
      socket.write(isData ? "354 go on\r\n" : "250 fine\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, server, open };
}

describe("a server that", () => {
  let clinic: TestAccount;
  const mails = () =>
    database.asOwner<{ id: string; status: string; attempts: number; retried: boolean }>(
      `SELECT replace(id::text, '-', '') AS id, status, attempts, next_attempt_at > now() AS retried FROM mail
       WHERE organization_id = $1`,
      [clinic.tenant.organizationId],
    );

  beforeEach(async () => {
    clinic = await makeLinkedAccount();
    const admin = await signIn(clinic, "admin");
    const began = performance.now();
    mailBy("smtp://127.0.0.1:9");
    const { status } = await call(INVITE, "POST", "/users", {
      headers: admin,
      body: { email: `${newId()}@clinic.example`, role: "staff" },
    });
    // No request waits for a mail server.
    expect([status, performance.now() - began < 5_000]).toEqual([201, true]);
  });

  type Fault = (socket: Socket) => unknown;
  const cut: Fault = (socket) => socket.destroy();
  const say =
    (text: string): Fault =>
    (socket) =>
      socket.write(text);
  const sayLast =
    (text: string): Fault =>
    (socket) =>
      socket.end(text);
  const PASSING = { status: "queued", attempts: 1, retried: true };
  const REFUSED = { status: "failed", attempts: 1 };

  it.each([
    ["ends the connection after DATA was taken in", "end of DATA", cut, PASSING],
    ["ends the connection at RCPT", "RCPT", cut, PASSING],
    ["answers the end of DATA with 451", "end of DATA", say("451 later\r\n"), PASSING],
    ["answers the end of DATA with 554", "end of DATA", say("554 no\r\n"), REFUSED],
    ["answers MAIL with 421 and ends", "MAIL", sayLast("421 busy\r\n"), PASSING],
    ["answers with no SMTP", "EHLO", sayLast("HTTP/1.1 400 Bad Request\r\n\r\n"), PASSING],
    ["answers without an end of line, for ever", "EHLO", say("2".repeat(1 << 20)), PASSING],
  ] as const)("%s", { tags: "long" }, async (_case, at, fault, expected) => {
    const { url, server, open } = await startFaulty(at, fault);
    try {
      mailBy(url);
      const [mail] = await mails();
      const began = performance.now();
      await sendMail({ organizationId: clinic.tenant.organizationId, mailId: mail?.id ?? "" });
      expect(await mails()).toMatchObject([expected]);
      expect(performance.now() - began).toBeLessThan(61_000);
    } finally {
      for (const socket of open) socket.destroy();
      server.close();
    }
  });
});
