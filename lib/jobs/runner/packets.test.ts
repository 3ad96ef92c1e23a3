import { Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { startDispatchers, type Work } from "./runner.ts";

// Callbacks may go to this machine.
process.env.SEED = "demo";
const database = testDatabase();
let clinic: TestAccount;
let server: ProductServer;
let receiver: FakeReceiver;
let work: Work;

beforeAll(async () => {
  clinic = await openClinic();
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
  server = await startProductServer();
  process.env.INTERNAL_URL = server.baseUrl.replace(/\/v1$/, "");
  receiver = await startFakeReceiver();
  receiver.answer((_request, response, { path }) => {
    response.writeHead(204).end();
    expected.get(path)?.();
    expected.delete(path);
  });
  work = await startDispatchers();
  return async () => {
    await work.stop();
    await receiver.stop();
    await server.stop();
  };
});

/** First bytes of the driver's messages: Bind, Parse, Query; and the protocol in a connection's first message. */
const BIND = 0x42;
const QUERY = 0x51;
const MESSAGES = new Set([BIND, 0x50, QUERY]);
const PROTOCOL = 0x30000;

const isPostgres = (first: Buffer): boolean =>
  (MESSAGES.has(first[0] ?? 0) && first[1] === 0) || (first.length > 8 && first.readUInt32BE(4) === PROTOCOL);

interface Counts {
  packets: number;
  statements: number;
}

const original = { write: Socket.prototype._write, writev: (Socket.prototype as Required<Socket>)._writev };
afterAll(() => {
  Object.assign(Socket.prototype, { _write: original.write, _writev: original.writev });
});

/** Counts what this process sends to PostgreSQL from now on. */
function countPackets(): Counts {
  const counts = { packets: 0, statements: 0 };
  const known = new WeakMap<Socket, boolean>();
  const count = (socket: Socket, chunks: Buffer[]) => {
    const [first] = chunks;
    if (!known.has(socket)) known.set(socket, first !== undefined && isPostgres(first));
    if (!known.get(socket)) return;
    counts.packets++;
    for (const chunk of chunks) {
      for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readUInt32BE(at + 1)) {
        if (chunk[at] === BIND || chunk[at] === QUERY) counts.statements++;
      }
    }
  };
  const bytes = (chunk: string | Buffer, encoding: BufferEncoding) =>
    typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk;
  Object.assign(Socket.prototype, {
    _write(this: Socket, chunk: Buffer, encoding: BufferEncoding, done: () => void) {
      count(this, [bytes(chunk, encoding)]);
      original.write.call(this, chunk, encoding, done);
    },
    _writev(this: Socket, chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: () => void) {
      count(
        this,
        chunks.map(({ chunk, encoding }) => bytes(chunk, encoding)),
      );
      original.writev.call(this, chunks, done);
    },
  });
  return counts;
}

/** Promises of callbacks that have not arrived. */
const expected = new Map<string, () => void>();
const arrivalAt = (path: string) => new Promise<void>((resolve) => expected.set(path, resolve));

async function carry(prefix: string, atATime: number, each: number): Promise<void> {
  const lane = async (number: number) => {
    for (let round = 0; round < each; round++) {
      const path = `/${prefix}-${number}-${round}`;
      const arrival = arrivalAt(path);
      const answer = await fetch(`${server.baseUrl}/payments`, {
        method: "POST",
        headers: { ...clinic.headers, "content-type": "application/json" },
        body: JSON.stringify({ ...aPayment, callback_urls: [`${receiver.url}${path}`] }),
      });
      expect(answer.status).toBe(202);
      await arrival;
    }
  };
  await Promise.all(Array.from({ length: atATime }, (_, number) => lane(number)));
}

const transactions = async () => {
  const [row] = await database.asOwner<{ count: number }>(
    "SELECT xact_commit::integer AS count FROM pg_stat_database WHERE datname = current_database()",
  );
  return row?.count ?? 0;
};

it("sends few packets and statements to PostgreSQL for each of many operations at a time", {
  tags: "long",
}, async () => {
  await carry("warm", 20, 3);
  const counts = countPackets();
  const before = await transactions();
  await carry("measured", 20, 8);
  const [packets, statements] = [counts.packets / 160, counts.statements / 160];
  const each = { packets, statements, transactions: ((await transactions()) - before) / 160 };
  console.log(`Of one operation, 20 at a time: ${JSON.stringify(each)}`);
  // 27 packets and 66 statements when each job had its own transactions; 5 and 19 now. A busy machine gathers less.
  expect(each.packets).toBeLessThan(8.5);
  expect(each.statements).toBeLessThan(26);
  expect(each.transactions).toBeLessThan(7);
});
