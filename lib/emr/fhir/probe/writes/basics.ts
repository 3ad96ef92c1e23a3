import { randomUUID } from "node:crypto";
import type { EmrRequest } from "#lib/egress/emr-client";
import type { Answer, ProbeCalls } from "#lib/emr/fhir/probe/answer";
import { probedResource, search } from "#lib/emr/fhir/probe/page";

/** Marks the resources of a probe, so that an admin of the server finds one that is left. */
export const PROBE_TAG = { system: "urn:clinical-records-console:probe", code: "write-probe" };

const FHIR_JSON = "application/fhir+json";

/** A Basic resource that a probe writes. */
export const basic = (key: string) => ({
  resourceType: "Basic",
  meta: { tag: [PROBE_TAG] },
  identifier: [{ system: PROBE_TAG.system, value: key }],
  code: { text: "Written to test this server; it may be removed" },
});

/** The Basic resources of one probe: each one that may exist is remembered until it is removed. */
export interface Basics {
  /** Returns a new key: the identifier of one resource. */
  newKey(): string;
  /** Sends a resource, a bundle or a patch. A resource that the response names is remembered. */
  send(address: string, request: EmrRequest & { method: "POST" | "PUT" | "PATCH"; resource: unknown }): Promise<Answer>;
  /** Ids that were created. */
  readonly created: readonly string[];
  remember(id: string | null): void;
  /** Takes note that the one resource of a key was found: no other one can be there. */
  settle(key: string): void;
  /** Keys of which resources may be there that are not remembered. */
  readonly keys: readonly string[];
}

/** Returns the id of the Basic resource that a response names, in its body or its Location; null if it names none. */
export function idOf({ json, headers }: Answer): string | null {
  const { data } = probedResource.safeParse(json);
  if (data?.resourceType === "Basic") return data.id;
  return idInLocation(headers.location);
}

/** Returns the id in the address of a Basic resource, with or without its version. */
export const idInLocation = (location: string | undefined): string | null =>
  /(?:^|\/)Basic\/([A-Za-z0-9.-]{1,64})(?:\/_history\/|$)/.exec(location ?? "")?.[1] ?? null;

/** Returns the ids of the Basic resources with a key; null if the search for them was not answered. */
export async function idsOf(calls: ProbeCalls, key: string): Promise<string[] | null> {
  const page = await search(calls, `Basic?identifier=${encodeURIComponent(`${PROBE_TAG.system}|${key}`)}`);
  if (page.answer.kind !== "ok") return null;
  return page.resources.filter(({ identifier }) => identifier.some(({ value }) => value === key)).map(({ id }) => id);
}

/** Returns the resources of a probe, of which there is none yet. */
export function basicsOf(calls: ProbeCalls): Basics {
  const created = new Set<string>();
  const keys = new Set<string>();
  const remember = (id: string | null) => {
    if (id !== null) created.add(id);
  };
  return {
    newKey() {
      const key = randomUUID();
      keys.add(key);
      return key;
    },
    async send(address, { resource, headers, ...request }) {
      const answer = await calls.ask(address, {
        ...request,
        headers: { "content-type": FHIR_JSON, prefer: "return=representation", ...headers },
        body: JSON.stringify(resource),
      });
      if (answer.kind === "ok") remember(idOf(answer));
      return answer;
    },
    get created() {
      return [...created];
    },
    remember,
    settle: (key) => void keys.delete(key),
    get keys() {
      return [...keys];
    },
  };
}
