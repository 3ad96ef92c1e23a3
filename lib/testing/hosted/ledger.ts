/** A request that arrived. `status` is null if the connection was cut instead of an answer. */
export interface Call {
  kind: "call";
  at: Date;
  method: string;
  path: string;
  query: string;
  /** Reference of the account, null of requests with two headers. */
  account: string | null;
  status: number | null;
}

/** Something that was really done in the EMR. */
export interface Effect {
  kind: "effect";
  at: Date;
  /** Method and path of its request, such as `POST /payments`. */
  operation: string;
  account: string;
  jobId: number | null;
  /** Service's id of the record that was made or changed. */
  id: string;
  body: Record<string, unknown>;
}

/** An event that was made, whether or not anybody got it. */
export interface Made {
  kind: "event";
  at: Date;
  eventId: string;
  type: string;
  jobId: number | null;
}

/** An attempt to deliver an event. `status` is null after a time-out or without a connection. */
export interface Delivery {
  kind: "delivery";
  at: Date;
  eventId: string;
  attempt: number;
  url: string;
  status: number | null;
}

export type Entry = Call | Effect | Made | Delivery;

/** What really happened in the service, in order. */
export class Ledger {
  readonly entries: Entry[] = [];

  calls(method?: string, path?: string): Call[] {
    return this.entries.filter(
      (entry): entry is Call =>
        entry.kind === "call" &&
        (method === undefined || entry.method === method) &&
        (path === undefined || entry.path === path),
    );
  }

  /** Returns how many calls of each method and path came. */
  counts(): Record<string, number> {
    const found: Record<string, number> = {};
    for (const { method, path } of this.calls()) {
      const name = `${method} ${path}`;
      found[name] = (found[name] ?? 0) + 1;
    }
    return found;
  }

  effects(operation?: string): Effect[] {
    return this.entries.filter(
      (entry): entry is Effect => entry.kind === "effect" && (operation === undefined || entry.operation === operation),
    );
  }

  /** Returns the effects whose request has a text among its values, such as a reference number. */
  effectsOf(text: string): Effect[] {
    return this.effects().filter(({ body }) => Object.values(body).includes(text));
  }

  deliveries(eventId?: string): Delivery[] {
    return this.entries.filter(
      (entry): entry is Delivery => entry.kind === "delivery" && (eventId === undefined || entry.eventId === eventId),
    );
  }
}
