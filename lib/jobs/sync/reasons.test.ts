import { describe, expect, it } from "vitest";
import { GET } from "#app/v1/linked-accounts/[id]/sync/route.ts";
import { EmrError, type SyncKind } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { call } from "#lib/testing/call";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";

const { database, tenant, headers, emr, sync, stateOf, events, claims } = clinicWithFakeEmr();

const failure = (kind: "passing" | "validation") => new EmrError(kind, "The EMR fails");
const away = (kinds: readonly SyncKind[], error: EmrError) => {
  emr().before = ({ kind }) => {
    if (kinds.includes(kind)) throw error;
  };
};
const well = () => {
  emr().before = () => undefined;
};
const fails = () => expect(sync()).rejects.toThrow();
/** The states of all kinds as GET …/sync shows them. */
const shown = async (): Promise<Record<string, [string, string | null]>> => {
  const id = tenant().linkedAccountId;
  const { body } = await call(GET, "GET", `/linked-accounts/${id}/sync`, { headers: headers(), params: { id } });
  return Object.fromEntries(
    body.kinds.map((each: { kind: string; status: string; reason: string | null }) => [
      each.kind,
      [each.status, each.reason],
    ]),
  );
};

describe("the reason of a failure", () => {
  it.each(SYNC_KINDS)("of %s is cleared by a later success of that kind", async (kind) => {
    away([kind], failure("passing"));
    await fails();
    expect((await shown())[kind]).toEqual(["waiting", "The EMR fails"]);
    well();
    await sync();
    expect((await shown())[kind]).toEqual(["fresh", null]);
    expect(await stateOf(kind)).toMatchObject({ status: "fresh", reason: null });
  });

  it("is cleared although another kind still fails, whose own one stays", async () => {
    away(["claims", "recalls"], failure("validation"));
    await fails();
    away(["recalls"], failure("passing"));
    await fails();
    const states = await shown();
    expect([states.claims, states.recalls]).toEqual([
      ["fresh", null],
      ["degraded", "The EMR fails"],
    ]);
    expect(await events()).toEqual([
      ["sync.degraded", ["claims", "recalls"]],
      ["sync.recovered", ["claims"]],
    ]);
  });

  it("of a reading that may not have been whole stays until one is whole, also in the next try of the same sync", async () => {
    claims(3);
    const requestedAt = new Date();
    emr().answer = (kind, page) => (kind === "claims" ? { ...page, doubt: "The list may not be whole" } : page);
    away(["recalls"], failure("passing"));
    await expect(sync({ requestedAt })).rejects.toThrow();
    expect((await shown()).claims).toEqual(["degraded", "The list may not be whole"]);
    well();
    await expect(sync({ requestedAt })).rejects.toThrow();
    expect((await shown()).claims).toEqual(["degraded", "The list may not be whole"]);
    emr().answer = (_kind, page) => page;
    await sync({ requestedAt });
    expect((await shown()).claims).toEqual(["fresh", null]);
  });

  it("that an earlier version kept beside a success is not shown", async () => {
    await sync();
    await database.asOwner("UPDATE sync_kind SET reason = 'The EMR failed' WHERE linked_account_id = $1", [
      tenant().linkedAccountId,
    ]);
    expect(Object.values(await shown()).every(([status, reason]) => status === "fresh" && reason === null)).toBe(true);
  });
});
