import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { PATCH as CHANGE } from "#app/v1/appointments/[id]/route.ts";
import { POST as BOOK } from "#app/v1/appointments/route.ts";
import { closeSingletons } from "#lib/kernel/singleton";
import type { ScheduleRequest } from "./schedule-callers.ts";

// A process that sends all bookings and moves of its standard input at once, and writes the status and the body of each answer.

const { headers, requests } = JSON.parse(await text(process.stdin)) as {
  headers: Record<string, string>;
  requests: ScheduleRequest[];
};

function ask({ visit, body }: ScheduleRequest, key: string): Promise<Response> {
  const sent = {
    headers: { "content-type": "application/json", "idempotency-key": key, ...headers },
    body: JSON.stringify(body),
  };
  const address = "http://127.0.0.1:3000/v1/appointments";
  return visit === undefined
    ? BOOK(new Request(address, { method: "POST", ...sent }), { params: Promise.resolve(undefined) })
    : CHANGE(new Request(`${address}/${visit}`, { method: "PATCH", ...sent }), {
        params: Promise.resolve({ id: visit }),
      });
}

const answers = await Promise.all(
  requests.map(async (request) => {
    const key = randomUUID();
    for (;;) {
      const response = await ask(request, key);
      if (response.status !== 503) return { status: response.status, body: await response.json() };
      // The database does not answer so many at once: a client repeats its request, as Retry-After says.
      await pause(Number(response.headers.get("retry-after")) * 1_000);
    }
  }),
);
process.stdout.write(JSON.stringify(answers));
await closeSingletons();
