import { describe, expect, it } from "vitest";
import { leadsElsewhere } from "#lib/emr/origin";
import { EmrError } from "#lib/emr/port/port";
import { recordsApiConnector } from "./connector.ts";
import { probeRemote } from "./probe.ts";
import type { Remote } from "./remote.ts";

const never = new AbortController().signal;

type Answer = { status: number; body: Record<string, unknown> };

const found = (body: Record<string, unknown>): Answer => ({ status: 200, body: { success: true, ...body } });
const MISSING: Answer = { status: 404, body: { success: false, message: "Not found" } };

/** A remote that answers these paths, and 404 to all others. */
function remoteWith(answers: Record<string, Answer>): Remote {
  const ask: Remote["ask"] = async (path) => {
    const { status, body } = answers[path] ?? MISSING;
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
  };
  const unused = () => Promise.reject(new Error("not used"));
  return { ask, get: unused, send: unused, remove: unused };
}

const INTERFACE = {
  "/visit-statuses": found({ data: [] }),
  "/appointments": found({ appointments: [] }),
  "/providers": found({ providers: [] }),
};

const SERVICE = {
  "/providers": found({ providers: [] }),
  "/appointments": found({ appointments: [] }),
  "/patients": found({ patients: [], pagination: { page: 1, total_pages: 0 } }),
  "/settings": found({ data: { visit_types: ["Follow-up"], visit_statuses: [] } }),
  "/webhook-events": found({ webhook_events: [], pagination: { page: 1 } }),
};

const dialectFault = (words: string) => [{ field: "dialect", message: expect.stringContaining(words) }];

describe("the dialect of a remote", () => {
  it.each([undefined, "interface"] as const)(
    "is this interface's where nothing else is recognized (stated: %s)",
    async (stated) => {
      const profile = await probeRemote(remoteWith(INTERFACE), stated, never);
      expect(profile).toMatchObject({ reachable: true });
      expect(profile.faults ?? []).toEqual([]);
      expect(profile.behaviour).toContainEqual({ probe: "dialect", found: "interface" });
    },
  );

  it.each([undefined, "interface"] as const)("is found, and must be confirmed (stated: %s)", async (stated) => {
    const profile = await probeRemote(remoteWith(SERVICE), stated, never);
    expect(profile.faults).toEqual(dialectFault("must be cobalt: it answers GET /webhook-events"));
  });

  it("is found by the settings alone, too", async () => {
    const { "/webhook-events": _events, ...others } = SERVICE;
    expect((await probeRemote(remoteWith(others), undefined, never)).faults).toEqual(
      dialectFault("GET /settings under data"),
    );
  });

  it("is refused where the remote does not speak it", async () => {
    const profile = await probeRemote(remoteWith(INTERFACE), "cobalt", never);
    expect(profile.faults).toEqual(dialectFault("must be interface"));
  });

  it("stays as it was stated before a remote that does not answer", async () => {
    const ask = () => Promise.reject(new EmrError("passing", "The EMR does not answer"));
    const profile = await probeRemote({ ...remoteWith({}), ask }, "cobalt", never);
    expect(profile).toMatchObject({ reachable: false, faults: [{ field: "base_url" }] });
  });

  it("decides how an account with these findings is read, and what is declared to lack", async () => {
    const profile = await probeRemote(remoteWith(SERVICE), "cobalt", never);
    expect(profile.faults ?? []).toEqual([]);
    const kinds = recordsApiConnector.kinds(profile);
    expect(kinds).toMatchObject({
      patients: { read: "whole" },
      appointments: { read: "incremental", partial: true },
      visit_types: { read: "whole" },
      recalls: { read: "unsupported", reason: "The EMR does not answer GET /recalls" },
      forms: { read: "unsupported", reason: "The EMR does not answer GET /forms" },
    });
    const support = Object.fromEntries(profile.capabilities.map(({ name, support }) => [name, support]));
    expect(support).toMatchObject({
      payments: "works",
      patient_notes: "works",
      claims_fetch: "emulated",
      order_catalog: "unsupported",
      recall_actions: "unsupported",
      services: "unsupported",
    });
    for (const { reason } of profile.capabilities) expect(reason).toMatch(/\w/);
  });
});

it("leads to other records with another dialect, and to the same with the default one written out", () => {
  const connection = { base_url: "https://emr.example/v1", access_token: "a" };
  expect(leadsElsewhere({ ...connection, dialect: "interface" }, connection)).toBe(false);
  expect(leadsElsewhere({ ...connection, dialect: "cobalt" }, connection)).toBe(true);
});
