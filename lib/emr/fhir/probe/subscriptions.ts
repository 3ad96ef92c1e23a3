import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import type { ConnectionFault } from "#lib/emr/port/profile";
import { beginningOf } from "#lib/kernel/beginning-of";
import type { Answer, ProbeCalls } from "./answer.ts";
import { faultOf } from "./fault.ts";
import { type Found, found } from "./found.ts";

const PROBE = "Subscriptions";

/** The extension by which a CapabilityStatement names the topics of the R5 backport. */
const TOPIC =
  "http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/capabilitystatement-subscriptiontopic-canonical";

/** Topics that are shown, and characters of each. */
const MOST = 5;
const MAX_TOPIC = 200;

/** Returns what a CapabilityStatement says of the type Subscription; null if it does not name it. */
function statedOf(json: unknown): Untrusted | null {
  const rest = objectsOf((json as Untrusted | null)?.rest);
  return rest.flatMap(({ resource }) => objectsOf(resource)).find(({ type }) => type === "Subscription") ?? null;
}

/** Returns in words which topics a CapabilityStatement names; nothing if none. */
function topicsIn(stated: Untrusted | null): string {
  const topics = objectsOf(stated?.extension)
    .filter(({ url }) => url === TOPIC)
    .flatMap(({ valueCanonical, valueUri }) => [valueCanonical ?? valueUri])
    .filter((topic) => typeof topic === "string")
    .map((topic) => beginningOf(topic, MAX_TOPIC));
  return topics.length === 0 ? "" : `; its topics are ${topics.slice(0, MOST).join(", ")}`;
}

/**
 * Probe: whether the server takes subscriptions. If they are switched on, its subscriptions are searched, since ours is looked for before
 * another one is made; a refusal is a fault. Whether it takes a new one shows when ours is made.
 */
export async function probeSubscriptions(
  calls: ProbeCalls,
  { json }: Answer,
  isOn: boolean,
): Promise<Found & { faults: ConnectionFault[] }> {
  const stated = statedOf(json);
  const said = stated === null ? "are not offered by the CapabilityStatement" : `are offered${topicsIn(stated)}`;
  if (!isOn) {
    const use = stated === null ? "" : ": they can be switched on in the connection, so that changes are told at once";
    return { ...found(PROBE, `${said}${use}`), faults: [] };
  }
  const answer = await calls.ask("Subscription?_count=1");
  if (answer.kind === "refused") {
    const words = `Subscription ${answer.words}`;
    return { ...found(PROBE, `${said}; ${words}`), faults: [faultOf("subscriptions", words)] };
  }
  const use = answer.kind === "none" ? answer.words : "can be searched: ours are made within a minute";
  return { ...found(PROBE, `${said}, and ${use}`), faults: [] };
}
