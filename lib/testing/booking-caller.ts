import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { POST } from "#app/v1/appointments/route.ts";
import { closeSingletons } from "#lib/kernel/singleton";

// A process that sends all bookings of its standard input at once, and writes the status and the body of each answer.

const { headers, bodies } = JSON.parse(await text(process.stdin)) as {
  headers: Record<string, string>;
  bodies: Record<string, unknown>[];
};

const ask = (body: Record<string, unknown>, key: string) =>
  POST(
    new Request("http://127.0.0.1:3000/v1/appointments", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": key, ...headers },
      body: JSON.stringify(body),
    }),
    { params: Promise.resolve(undefined) },
  );

const answers = await Promise.all(
  bodies.map(async (body) => {
    const key = randomUUID();
    for (;;) {
      const response = await ask(body, key);
      if (response.status !== 503) return { status: response.status, body: await response.json() };
      // The database does not answer so many at once: a client repeats its request, as Retry-After says.
      await pause(Number(response.headers.get("retry-after")) * 1_000);
    }
  }),
);
process.stdout.write(JSON.stringify(answers));
await closeSingletons();
