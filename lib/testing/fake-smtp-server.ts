import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** A mail as a receiver's server took it. */
export interface ReceivedMail {
  to: string[];
  /** The whole message, headers included, without the wrapping of long lines. */
  text: string;
  /** The whole message as it came. */
  raw: string;
}

export interface FakeSmtpServer {
  url: string;
  received: ReceivedMail[];
  /** Sets the answer to the next mails: null takes them, otherwise a status such as 450 or 550. */
  answer(status: number | null): void;
  /** Resolves once this many mails have arrived. */
  arrived(count: number): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

const unwrapped = (message: string) => message.replace(/=\r?\n/g, "").replace(/=3D/g, "=");

/** Starts a real SMTP server on this machine that keeps the mails it takes. */
export async function startFakeSmtpServer(): Promise<FakeSmtpServer> {
  const received: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  let status: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onRcptTo: (_address, _session, done) =>
      status === null ? done() : done(Object.assign(new Error("Not now"), { responseCode: status })),
    async onData(stream, session, done) {
      const raw = Buffer.concat(await stream.toArray()).toString();
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: unwrapped(raw), raw });
      for (const look of waiting) look();
      done();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    answer(next) {
      status = next;
    },
    arrived: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve(received);
        };
        waiting.add(look);
        look();
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a server that accepts connections and never says a word. */
export async function startSilentServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => void open.add(socket.on("error", () => undefined)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
