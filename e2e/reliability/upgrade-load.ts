import { setTimeout as pause } from "node:timers/promises";
import { createClient } from "#lib/client/package/index";
import { clinicClient } from "../support/clinic-client.ts";
import type { Fleet } from "./fleet.ts";
import type { KilledOperation } from "./killed-operation.ts";

const READ_EVERY_MS = 100;
const READ_MS = 10_000;
const APPOINTMENTS = 60;
const DAY_MS = 86_400_000;
const STATUSES = ["SCH", "CNF"];

const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the operations that the load asks for: payments, notes, and statuses of visits to come, each of its own record. */
export async function postedOperations(fleet: Fleet): Promise<KilledOperation[]> {
  const client = clinicClient(fleet.demo);
  const days = `start_date=${dayFromNow(2)}&end_date=${dayFromNow(9)}&limit=${APPOINTMENTS}`;
  const [{ patients }, { locations }, { settings }, { appointments }] = await Promise.all(
    ["/patients?limit=1", "/locations?limit=1", "/settings", `/appointments?category=appointment&${days}`].map((path) =>
      client("GET", path),
    ),
  );
  const patient_mrn: string = patients[0].mrn;
  const statusOf = (trial: number) => STATUSES[Math.floor(trial / appointments.length) % STATUSES.length];
  return [
    {
      id: "payments:create",
      path: "/payments",
      emrTable: "payment",
      writes: [{ kind: "payment", table: "payment" }],
      body: (trial) => ({
        patient_mrn,
        payment_method: settings.payment_methods[0].name,
        reference_number: `ROLL-${trial}`,
        location: locations[0].emr_id,
        amount: 45.5,
      }),
      expected: (trial) => [`payment.created: ROLL-${trial}`],
    },
    {
      id: "patient-notes:create",
      path: "/patient-notes",
      emrTable: "patient_note",
      writes: [{ kind: "patient_note", table: "patient_note" }],
      body: (trial) => ({
        patient_mrn,
        subject: `Call ${trial}`,
        note: "Will come in on Thursday.",
        tags: [settings.note_categories[0].name],
      }),
      expected: (trial) => [`patient_note.created: Call ${trial}`],
    },
    {
      id: "appointments:update",
      method: "PATCH",
      path: "/appointments",
      emrTable: "appointment",
      writes: [{ kind: "appointment_status", table: "appointment" }],
      body: (trial) => ({
        emr_appointment_id: appointments[trial % appointments.length].emr_appointment_id,
        status: statusOf(trial),
      }),
      expected: (trial) => [`appointment.updated: ${statusOf(trial)}`],
    },
  ];
}

/** Reads of the account, one after the other. */
export interface Reads {
  count: number;
  /** Every answer but 200, as its path and status. */
  refused: string[];
  stop(): Promise<void>;
}

/** Starts reading the account's lists in turn, until `stop`. */
export function startReads(fleet: Fleet): Reads {
  const paths = [
    `/appointments?start_date=${dayFromNow(0)}&end_date=${dayFromNow(1)}&limit=50`,
    "/patients?limit=5",
    "/claims?limit=20",
    "/payments?limit=20",
    "/jobs?limit=20&include_total=true",
    "/events?limit=10",
    "/settings",
    "/webhook-endpoints",
  ];
  const readOne = async (path: string): Promise<string | null> => {
    try {
      const init = { headers: fleet.headers, signal: AbortSignal.timeout(READ_MS) };
      const answer = await fetch(`${fleet.address()}/v1${path}`, init);
      const text = await answer.text();
      return answer.status === 200 ? null : `${path}: ${answer.status} ${answer.headers.get("x-broken") ?? text}`;
    } catch (error) {
      return `${path}: ${(error as Error).message}`;
    }
  };
  let stopping = false;
  let reading = Promise.resolve();
  const reads: Reads = {
    count: 0,
    refused: [],
    async stop() {
      stopping = true;
      await reading;
    },
  };
  reading = (async () => {
    while (!stopping) {
      const refusal = await readOne(paths[reads.count % paths.length] ?? "");
      reads.count++;
      if (refusal) reads.refused.push(refusal);
      await pause(READ_EVERY_MS);
    }
  })();
  return reads;
}

/** The account's stream, read with the typed client over as many connections as it takes. */
export interface Listener {
  /** The ids of the events, in the order in which they came. */
  events: string[];
  stop(): Promise<void>;
}

/** Starts reading the account's stream from now on, until `stop`. */
export function startListener({ address, headers }: Fleet): Listener {
  const { client_id = "", client_secret = "", access_token = "" } = headers;
  const client = createClient({ baseUrl: `${address()}/v1`, credentials: { client_id, client_secret, access_token } });
  const stopping = new AbortController();
  const events: string[] = [];
  const listening = (async () => {
    for await (const message of client.events({ signal: stopping.signal })) {
      if (message.kind === "event") events.push(message.event.id);
    }
  })();
  // `stop` rejects with a refusal.
  listening.catch(() => undefined);
  return {
    events,
    async stop() {
      stopping.abort();
      await listening.catch((error: Error) => {
        if (error.name !== "AbortError") throw error;
      });
    },
  };
}
