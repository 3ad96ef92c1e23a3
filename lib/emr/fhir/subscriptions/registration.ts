import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FhirConnection } from "#lib/emr/fhir/connection";
import { isDone, refusalOf } from "#lib/emr/fhir/outcome";
import type { FhirServer } from "#lib/emr/fhir/server";
import { isRecord, objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import type { ArrivedEvent, EventWebhook } from "#lib/emr/port/event-webhook";
import { EmrError } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import { noticesOf } from "./notification.ts";
import { SECRET_HEADER, subscriptionFor, wishesOf } from "./subscription.ts";

/** Time between two looks: a subscription that the server's staff delete, or that ends in an error, says nothing of it. */
const LOOK_MS = 5 * 60_000;

/** A subscription that ends sooner is made anew. */
const ENDS_SOON_MS = 2 * 3_600_000;

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

const HEX_DIGEST = /^[0-9a-f]{64}$/i;

/** Returns whether a notification has one of our secrets in its header, or is signed with one as Medplum signs. */
function isProved({ bytes, headers }: ArrivedEvent, secrets: readonly string[]): boolean {
  const given = digestOf(headers.get(SECRET_HEADER)?.trim() ?? "");
  const signed = headers.get("x-signature")?.trim() ?? "";
  const signature = HEX_DIGEST.test(signed) ? Buffer.from(signed, "hex") : null;
  // All are compared, each in constant time.
  const matches = secrets.flatMap((secret) => [
    timingSafeEqual(digestOf(secret), given),
    signature !== null && timingSafeEqual(createHmac("sha256", secret).update(bytes).digest(), signature),
  ]);
  return matches.includes(true);
}

const idOf = ({ id }: Untrusted): string => (typeof id === "string" ? id : "");

const endpointOf = ({ channel }: Untrusted): string | null =>
  isRecord(channel) && typeof channel.endpoint === "string" ? channel.endpoint : null;

/** Returns whether a subscription tells of changes, and will for a while. */
function isAlive({ status, end }: Untrusted): boolean {
  const ends = typeof end === "string" ? Date.parse(end) : Number.NaN;
  return status !== "off" && status !== "error" && !(ends < presentMs() + ENDS_SOON_MS);
}

const pathOf = (id: string): string => `Subscription/${encodeURIComponent(id)}`;

/** Statuses of a resource that the server no longer has. */
const GONE: readonly number[] = [404, 410];

/**
 * Returns the webhook that a FHIR server is to call: its subscriptions, of which one address has several. Their ids stand in one text,
 * separated by spaces.
 */
export function subscriptionsAt(server: FhirServer, connection: FhirConnection): EventWebhook {
  const removeOne = async (id: string, signal: AbortSignal) => {
    const response = await server.send(pathOf(id), { method: "DELETE", signal });
    if (!isDone(response) && !GONE.includes(response.status)) throw refusalOf(response);
  };

  /** Returns the ids of the subscriptions with an address, which one whose answer was lost may have left. */
  const idsAt = async (url: string, signal: AbortSignal): Promise<string[]> => {
    const response = await server.ask(`Subscription?${new URLSearchParams({ url, _count: "100" })}`, { signal });
    if (!isDone(response)) throw refusalOf(response);
    return objectsOf(jsonOf(response)?.entry)
      .map(({ resource }) => (isRecord(resource) ? resource : {}))
      .filter((resource) => resource.resourceType === "Subscription" && endpointOf(resource) === url)
      .map(idOf)
      .filter((id) => id !== "");
  };

  const removeAt = async (url: string, signal: AbortSignal) => {
    for (const id of await idsAt(url, signal)) await removeOne(id, signal);
  };

  const createOne = async (wanted: object, signal: AbortSignal): Promise<string> => {
    const response = await server.send("Subscription", { method: "POST", resource: wanted, signal });
    if (!isDone(response)) throw refusalOf(response);
    const made = jsonOf(response) ?? {};
    const id = idOf(made) || (/\/Subscription\/([A-Za-z0-9.-]{1,64})/.exec(response.headers.location ?? "")?.[1] ?? "");
    if (id === "")
      throw new EmrError("validation", "The EMR's answer names no id of the subscription", { notDone: false });
    return id;
  };

  /** Has a plain subscription begin that the server leaves as it was requested: some have the client itself say that it is active. */
  const begin = async (id: string, signal: AbortSignal) => {
    const made = await server.read("Subscription", id, signal);
    if (made?.status !== "requested") return;
    await server.send(pathOf(id), { method: "PUT", resource: { ...made, status: "active" }, signal });
  };

  return {
    newSecret: () => randomBytes(32).toString("base64url"),
    takesEmpty: true,
    lookEveryMs: LOOK_MS,
    async register(url, signal, secret) {
      if (secret === undefined) throw new Error("A subscription needs a secret");
      await removeAt(url, signal);
      const ids: string[] = [];
      for (const wish of wishesOf(connection)) {
        const id = await createOne(subscriptionFor(wish, { endpoint: url, secret }), signal);
        if ("type" in wish) await begin(id, signal);
        ids.push(id);
      }
      return { id: ids.join(" "), secret };
    },
    async read(id, signal) {
      let url: string | null = null;
      for (const each of id.split(" ")) {
        const found = await server.read("Subscription", each, signal);
        if (found === null || !isAlive(found)) return null;
        url = endpointOf(found);
      }
      return url;
    },
    async remove(id, signal) {
      for (const each of id.split(" ")) await removeOne(each, signal);
    },
    removeAt,
    // The secret is ours: a new registration has a new one.
    rotateSecret: async () => null,
    isSigned: isProved,
    eventOf: () => null,
    noticesOf,
  };
}
