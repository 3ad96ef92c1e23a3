import { z } from "zod";
import type { Answer, ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { type Found, found } from "#lib/emr/fhir/probe/found";
import { type Basics, basic, idInLocation, idsOf } from "./basics.ts";
import { versionOf } from "./if-match.ts";

const PROBE = "A transaction of which one part fails";

const answered = z.object({
  entry: z.array(
    z.object({
      resource: z.object({ resourceType: z.string(), id: z.string() }).optional().catch(undefined),
      response: z
        .object({ location: z.string().optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  ),
});

/** Returns the ids of the Basic resources that a transaction's answer names. */
const idsIn = ({ json }: Answer): string[] =>
  (answered.safeParse(json).data?.entry ?? []).flatMap(({ resource, response }) => {
    const id = resource?.resourceType === "Basic" ? resource.id : idInLocation(response?.location);
    return id === null ? [] : [id];
  });

const creation = (key: string) => ({ resource: basic(key), request: { method: "POST", url: "Basic" } });

const statuses = z.object({ entry: z.array(z.object({ response: z.object({ status: z.string() }) })) });

/** Returns whether an answer says of each part that it was done. */
const isAllDone = ({ kind, json }: Answer): boolean =>
  kind === "ok" &&
  (statuses.safeParse(json).data?.entry ?? []).every(({ response }) => response.status.startsWith("2"));

/** A part that cannot be done: the id in the address is another than that of the resource. */
const impossible = (key: string) => ({
  resource: { ...basic(key), id: "crc-probe-one" },
  request: { method: "PUT", url: "Basic/crc-probe-other" },
});

const VERSION_PROBE = "A transaction of which one part has an old version";

/** Probe: whether a transaction compares the versions that its parts name, by which an open time is taken with a visit. */
async function probeVersions(
  basics: Basics,
  { calls, transact, id }: { calls: ProbeCalls; transact(entry: unknown[]): Promise<Answer>; id: string },
): Promise<Found> {
  const version = await versionOf(calls, id);
  if (version === null) return found(VERSION_PROBE, "could not be told: the server shows no version");
  const onto = (text: string, key: string) =>
    transact([
      creation(key),
      {
        resource: { ...basic(key), id, code: { text } },
        request: { method: "PUT", url: `Basic/${id}`, ifMatch: `W/"${version}"` },
      },
    ]);
  const present = await onto("Written in a transaction with the present version", basics.newKey());
  if (!isAllDone(present))
    return found(VERSION_PROBE, "the present version is not taken: a visit is booked beside its open time", {
      transaction_if_match: "refused",
    });
  const key = basics.newKey();
  const old = await onto("Written in a transaction with an old version", key);
  const left = await idsOf(calls, key);
  for (const each of left ?? []) basics.remember(each);
  if (old.kind === "none" || left === null) return found(VERSION_PROBE, "could not be told: it was not answered");
  return old.kind === "refused" && left.length === 0
    ? found(VERSION_PROBE, "is refused whole: a visit is booked together with its open time", {
        transaction_if_match: "works",
      })
    : found(VERSION_PROBE, "is done all the same: a visit is booked beside its open time", {
        transaction_if_match: "ignored",
      });
}

/** Probe: whether a transaction is undone whole if one part fails. */
export async function probeTransactions(basics: Basics, calls: ProbeCalls): Promise<Found> {
  const transact = async (entry: unknown[]) => {
    const answer = await basics.send(calls.baseUrl, {
      method: "POST",
      resource: { resourceType: "Bundle", type: "transaction", entry },
    });
    for (const id of idsIn(answer)) basics.remember(id);
    return answer;
  };
  const first = basics.newKey();
  const whole = await transact([creation(first)]);
  if (whole.kind === "none") return found(PROBE, whole.words);
  if (whole.kind === "refused") return found(PROBE, `transactions: ${whole.words}`, { transactions: "refused" });
  const key = basics.newKey();
  const failing = await transact([creation(key), impossible(basics.newKey())]);
  const left = await idsOf(calls, key);
  for (const id of left ?? []) basics.remember(id);
  if (failing.kind === "none" || left === null) {
    return found(
      PROBE,
      failing.kind === "none" ? failing.words : "could not be told: what it left cannot be searched for",
    );
  }
  if (isAllDone(failing)) return found(PROBE, "could not be told: the server did all of it");
  if (left.length > 0)
    return found(PROBE, "leaves the other part written: each record is written singly", { transactions: "partial" });
  // A server that lists new records later would be said to have undone what it has written.
  const [id, ...others] = (await idsOf(calls, first)) ?? [];
  if (id === undefined || others.length > 0)
    return found(PROBE, "could not be told: the server does not find what a transaction has just written");
  basics.remember(id);
  basics.settle(first);
  const atomic = found(PROBE, "is undone whole", { transactions: "atomic" });
  const versions = await probeVersions(basics, { calls, transact, id });
  const behaviour = [...atomic.behaviour, ...versions.behaviour];
  return { findings: { ...atomic.findings, ...versions.findings }, behaviour };
}
