import { describe, expect, it } from "vitest";
import { clinicWithFakeEmr } from "#lib/testing/clinic-with-fake-emr";
import { fakeList, fakeSettings } from "#lib/testing/fake-emr";
import { several } from "#lib/testing/fake-records";

const { database, emr, tenant, sync, claims, count, stateOf, events } = clinicWithFakeEmr();

describe("a short answer", () => {
  it.each([
    ["empty", 3, 0],
    ["a fifth and twenty fewer", 100, 79],
  ])("that is %s removes nothing until a person accepts it", { tags: "long" }, async (_name, before, after) => {
    claims(before);
    await sync();
    claims(after);
    await sync();
    expect(await count("claim")).toBe(before);
    expect(await stateOf("claims")).toMatchObject({ status: "held", held: { stored: before, seen: after } });
    await sync();
    expect(await events()).toEqual([["sync.degraded", ["claims"]]]);
    await sync({ acceptHeld: ["claims"] });
    expect(await count("claim")).toBe(after);
    expect(await stateOf("claims")).toMatchObject({ status: "fresh", held: null, accept_held: false });
    expect(await events()).toEqual([
      ["sync.degraded", ["claims"]],
      ["sync.recovered", ["claims"]],
    ]);
  });

  it("that is only a little shorter removes the missing records", async () => {
    claims(100);
    await sync();
    claims(81);
    await sync();
    expect(await count("claim")).toBe(81);
  });

  it("that is shorter than the accepted one is held again", async () => {
    claims(100);
    await sync();
    claims(70);
    await sync();
    claims(0);
    await sync({ acceptHeld: ["claims"] });
    expect(await count("claim")).toBe(100);
    expect(await stateOf("claims")).toMatchObject({ held: { stored: 100, seen: 0 } });
  });

  it("is not accepted by a request that was made before it", async () => {
    claims(3);
    await sync();
    const requestedAt = new Date();
    claims(0);
    await sync();
    await sync({ requestedAt, acceptHeld: ["claims"] });
    expect(await count("claim")).toBe(3);
  });

  it("of a list of the settings keeps its entries", async () => {
    const pharmacies = several(3, (number) => ({ id: `P-${number}`, name: `Pharmacy ${number}` }));
    const settings = (list: typeof pharmacies) => {
      emr().records.settings = fakeList<"settings">([{ ...fakeSettings, pharmacies: list }]);
    };
    const stored = async () =>
      (
        await database.asOwner<{ count: number }>(
          "SELECT jsonb_array_length(settings -> 'pharmacies') AS count FROM linked_account WHERE id = $1",
          [tenant().linkedAccountId],
        )
      )[0]?.count;
    settings(pharmacies);
    await sync();
    settings([]);
    await sync();
    expect([await stored(), (await stateOf("settings"))?.status]).toEqual([3, "held"]);
    await sync({ acceptHeld: ["settings"] });
    expect([await stored(), (await stateOf("settings"))?.status]).toEqual([0, "fresh"]);
  });
});
