import { createHmac } from "node:crypto";
import type { FhirResource, Subscription } from "fhir/r4";
import { type AlteredFront, type FrontAnswer, type FrontRequest, startAlteredFront } from "./altered-front.ts";
import { startMedplum } from "./medplum.ts";
import type { TestFhirServer } from "./server.ts";

/** How a server tells of a change: R4 without and with the resource, Medplum's way, and the R5 backport in the forms of R4 and R5. */
export type Form = "empty" | "resource" | "medplum" | "id-only" | "full-resource";

/** A FHIR server that takes Subscriptions and sends what a test asks it to. */
export interface SubscribingServer extends TestFhirServer {
  subscriptions: Map<string, Subscription>;
  /** Requests for subscriptions so far, such as `POST`. */
  asked: string[];
  /** Requests for other resources so far, such as `GET /Patient/1`. */
  requests: string[];
  /** Returns the status of an answer to a request for a subscription in place of doing it; `lost`: it is done, and not answered. */
  fault(request: { method: string; path: string }): number | "lost" | null;
  /** Sends a notification to each subscription. Returns the statuses of the answers. */
  notify(form: Form, resource: FhirResource, changes?: Sending): Promise<number[]>;
  /** Sends a body to the first subscription's address. Returns the status of the answer. */
  send(body: string | undefined, headers?: Record<string, string>): Promise<number>;
}

/** What of a notification is otherwise. */
export interface Sending {
  /** Number of the event; the next one by default. */
  number?: number;
  type?: string;
  /** Headers that replace those of the subscription. */
  headers?: Record<string, string>;
  deleted?: boolean;
}

const json = (body: unknown, status = 200): FrontAnswer => ({
  status,
  headers: { "content-type": "application/fhir+json" },
  body: JSON.stringify(body),
});

const headersOf = ({ channel }: Subscription): Record<string, string> =>
  Object.fromEntries((channel.header ?? []).map((line) => line.split(/:\s*/) as [string, string]));

const secretOf = ({ extension }: Subscription): string =>
  extension?.find(({ url }) => url.endsWith("subscription-secret"))?.valueString ?? "";

/** Returns a notification of the R5 backport: its status as Parameters, or in the form of R5 with the resource. */
function bundleOf(
  form: Form,
  id: string,
  resource: FhirResource,
  { number = 1, type = "event-notification" }: Sending,
) {
  const subscription = { reference: `Subscription/${id}` };
  const focus = { reference: `${resource.resourceType}/${resource.id}` };
  const hasEvents = type === "event-notification";
  if (form === "full-resource") {
    const status = {
      resourceType: "SubscriptionStatus",
      type,
      eventsSinceSubscriptionStart: String(number),
      subscription,
      ...(hasEvents && { notificationEvent: [{ eventNumber: String(number), focus }] }),
    };
    return {
      resourceType: "Bundle",
      type: "subscription-notification",
      entry: [{ resource: status }, ...(hasEvents ? [{ fullUrl: `https://other/${focus.reference}`, resource }] : [])],
    };
  }
  const part = [
    { name: "event-number", valueString: String(number) },
    { name: "focus", valueReference: focus },
  ];
  const parameter = [
    { name: "subscription", valueReference: subscription },
    { name: "type", valueCode: type },
    { name: "events-since-subscription-start", valueString: String(number) },
    ...(hasEvents ? [{ name: "notification-event", part }] : []),
  ];
  return {
    resourceType: "Bundle",
    type: "history",
    entry: [
      { resource: { resourceType: "Parameters", parameter } },
      ...(hasEvents ? [{ fullUrl: focus.reference }] : []),
    ],
  };
}

/** Starts the server on a free loopback port, in front of a server that it stops as well: by default Medplum's, without resources. */
export async function startSubscribingServer(behind?: TestFhirServer): Promise<SubscribingServer> {
  const inner = behind ?? (await startMedplum());
  const front: AlteredFront = await startAlteredFront(inner);
  const subscriptions = new Map<string, Subscription>();
  const numbers = new Map<string, number>();
  let made = 0;

  function done({ method, url, body }: FrontRequest): FrontAnswer {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const id = /\/Subscription\/([^/]+)$/.exec(pathname)?.[1];
    const given = () => JSON.parse(Buffer.from(body).toString()) as Subscription;
    if (id === undefined && method === "POST") {
      const created = { ...given(), id: `sub-${++made}` };
      subscriptions.set(created.id, created);
      return json(created, 201);
    }
    if (id === undefined) {
      const found = [...subscriptions.values()].filter(({ channel }) => channel.endpoint === searchParams.get("url"));
      return json({ resourceType: "Bundle", type: "searchset", entry: found.map((resource) => ({ resource })) });
    }
    if (method === "DELETE") return { status: subscriptions.delete(id) ? 204 : 404, body: "" };
    if (method === "PUT") subscriptions.set(id, given());
    const held = subscriptions.get(id);
    return held ? json(held) : json({ resourceType: "OperationOutcome", issue: [] }, 404);
  }

  front.alter = async (request, forward) => {
    const { method, url } = request;
    const path = new URL(url, "http://localhost").pathname.slice(new URL(inner.baseUrl).pathname.length);
    if (!path.startsWith("/Subscription")) {
      server.requests.push(`${method} ${path}`);
      return forward();
    }
    server.asked.push(method);
    const fault = server.fault({ method, path });
    if (typeof fault === "number")
      return json({ resourceType: "OperationOutcome", issue: [{ severity: "error", code: "forbidden" }] }, fault);
    const answer = done(request);
    return fault === "lost" ? "cut" : answer;
  };

  const post = async (endpoint: string, body: string | undefined, headers: Record<string, string>) => {
    const answer = await fetch(endpoint, { method: "POST", headers, ...(body === undefined ? {} : { body }) });
    await answer.arrayBuffer();
    return answer.status;
  };

  const server: SubscribingServer = {
    ...inner,
    origin: new URL(front.baseUrl).origin,
    baseUrl: front.baseUrl,
    subscriptions,
    asked: [],
    requests: [],
    fault: () => null,
    async notify(form, resource, changes = {}) {
      const statuses: number[] = [];
      for (const subscription of subscriptions.values()) {
        const { id = "", criteria, channel } = subscription;
        if (!criteria.startsWith("http") && !criteria.startsWith(resource.resourceType)) continue;
        const number = changes.number ?? (numbers.get(id) ?? 0) + 1;
        if (form === "id-only" || form === "full-resource") numbers.set(id, Math.max(number, numbers.get(id) ?? 0));
        const bundled = form === "id-only" || form === "full-resource";
        const whole = bundled ? bundleOf(form, id, resource, { ...changes, number }) : resource;
        const body = form === "empty" ? undefined : JSON.stringify(changes.deleted ? {} : whole);
        const signature = createHmac("sha256", secretOf(subscription))
          .update(body ?? "")
          .digest("hex");
        const own = form === "medplum" ? { "x-signature": signature } : headersOf(subscription);
        const named = `${resource.resourceType}/${resource.id}`;
        const headers = {
          "content-type": "application/fhir+json",
          ...(changes.headers ?? own),
          ...(changes.deleted ? { "x-medplum-deleted-resource": named } : {}),
        };
        statuses.push(await post(channel.endpoint ?? "", body, headers));
      }
      return statuses;
    },
    async send(body, headers) {
      const [first] = subscriptions.values();
      if (!first) throw new Error("There is no subscription");
      return post(first.channel.endpoint ?? "", body, headers ?? headersOf(first));
    },
    async stop() {
      await front.stop();
      await inner.stop();
    },
  };
  return server;
}
