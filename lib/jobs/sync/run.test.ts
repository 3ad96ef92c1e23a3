import { describe, expect, it, vi } from "vitest";
import { Door } from "#lib/db/door";
import { EmrError } from "#lib/emr/port/port";
import { SYNC_KINDS } from "#lib/emr/port/sync";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { SyncOvertaken } from "./run.ts";

const { emr, renewAccount, sync, patients, mrns, count, stateOf, pagesOf } = clinicWithFakeEmr();

/** Dies at a statement: the connection is cut before it is sent, as if the process had been killed. */
function dieAt(statement: number) {
  const state = { died: false, restore: () => vi.restoreAllMocks() };
  let sent = 0;
  for (const method of ["query", "send", "commit"] as const) {
    const real = Door.prototype[method] as (...given: unknown[]) => unknown;
    vi.spyOn(Door.prototype, method).mockImplementation(function (this: Door, ...given: unknown[]) {
      if (++sent === statement) {
        state.died = true;
        this.client.connection.stream.destroy();
      }
      return real.apply(this, given) as never;
    } as never);
  }
  return state;
}

describe("a run that dies", () => {
  it("between any two statements is continued by the next, which reads at most one page again", {
    tags: "long",
  }, async () => {
    patients(7);
    const unshown = { read: "unsupported", ids: false, reason: null } as const;
    for (const kind of SYNC_KINDS.filter((each) => each !== "patients")) emr().support[kind] = unshown;
    let statement = 1;
    for (; ; statement++) {
      await renewAccount();
      emr().reads = [];
      const death = dieAt(statement);
      const requestedAt = new Date();
      await sync({ requestedAt }).catch(() => undefined);
      death.restore();
      await sync({ requestedAt });
      expect(await mrns(), `killed at statement ${statement}`).toHaveLength(7);
      const starts = pagesOf("patients").map(({ cursor }) => cursor);
      expect(new Set(starts).size).toBe(3);
      expect(starts.length).toBeLessThanOrEqual(4);
      expect(await count("sync_seen")).toBe(0);
      if (!death.died) break;
    }
    expect(statement).toBeGreaterThan(30);
  });

  it("leaves a kind that the EMR no longer continues at its cursor to begin anew", async () => {
    patients(9);
    let gone = false;
    emr().before = ({ kind, cursor }) => {
      if (kind === "patients" && cursor !== null && gone) throw new EmrError("passing", "The cursor has expired");
      if (kind === "patients" && cursor === "3") gone = true;
    };
    await expect(sync()).rejects.toThrow("expired");
    await expect(sync()).rejects.toThrow("expired");
    await expect(sync()).rejects.toThrow("expired");
    emr().before = () => undefined;
    await sync();
    expect(await mrns()).toHaveLength(9);
    expect(pagesOf("patients").filter(({ cursor }) => cursor === null)).toHaveLength(2);
  });
});

describe("a second run of the account", () => {
  it("takes over where the first one is, and the first stops at its next page", async () => {
    patients(9);
    const requestedAt = new Date();
    let second: Promise<unknown> | undefined;
    const [begun, firstEnded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    emr().before = async ({ kind, cursor }) => {
      if (kind !== "patients" || cursor !== "3") return;
      if (second) {
        begun.resolve();
        await firstEnded.promise;
      } else {
        second = sync({ requestedAt });
        await begun.promise;
      }
    };
    await expect(sync({ requestedAt })).rejects.toThrow(SyncOvertaken);
    firstEnded.resolve();
    await second;
    expect(await mrns()).toHaveLength(9);
    expect(pagesOf("patients").map(({ cursor }) => cursor)).toEqual([null, "3", "3", "6"]);
    expect(await stateOf("patients")).toMatchObject({ status: "fresh", rows: 9, pages: 3 });
  });

  it("reads nothing that was read completely since it was asked for", async () => {
    patients(2);
    const requestedAt = new Date();
    await sync();
    emr().reads = [];
    await sync({ requestedAt });
    expect(emr().reads).toEqual([]);
  });
});
