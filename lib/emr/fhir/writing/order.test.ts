import type { ServiceRequest } from "fhir/r4";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { FULL, startWritingPlace, type WritingPlace } from "#lib/testing/fhir/writing-place";

let place: WritingPlace;
beforeEach(async () => {
  place = await startWritingPlace();
});
afterEach(() => place.stop());

const never = new AbortController().signal;
const once = (idempotencyKey: string) => ({ idempotencyKey, signal: never });

const order = {
  patientEhrId: "patient-1",
  type: "lab" as const,
  itemIds: ["http://loinc.org|24323-8", "http://loinc.org|57698-3", "Urine dipstick"],
  providerEhrId: "101",
  priority: "stat" as const,
  notes: "Fasting",
};

describe("an order of several items", () => {
  it("is one ServiceRequest per item under one requisition, and is completed after a failure", async () => {
    const key = newId();
    const emr = place.open(FULL);
    place.front.out = true;
    await expect(emr.createOrder(order, once(key))).rejects.toMatchObject({ kind: "passing" });
    place.front.out = false;
    let posts = 0;
    place.answered = ({ method }, answer) => (method === "POST" && ++posts === 2 ? { ...answer, status: 503 } : answer);
    await expect(emr.createOrder(order, once(key))).rejects.toMatchObject({ notDone: false });
    expect(await emr.findWrite(key, never)).toBeNull();
    place.answered = (_call, answer) => answer;
    const { emrOrderId } = await emr.createOrder(order, once(key));
    const all = (await place.server.held<ServiceRequest>("ServiceRequest")).filter(
      ({ requisition }) => requisition?.value === key,
    );
    expect(all.map(({ code }) => code?.text ?? code?.coding?.[0]?.code).sort()).toEqual([
      "24323-8",
      "57698-3",
      "Urine dipstick",
    ]);
    expect(await emr.findWrite(key, never)).toBe(emrOrderId);
  });

  it("says how many items are ordered if one is refused", async () => {
    let posts = 0;
    place.answered = ({ method }, answer) => (method === "POST" && ++posts === 2 ? { ...answer, status: 422 } : answer);
    await expect(place.open(FULL).createOrder(order, once(newId()))).rejects.toMatchObject({
      kind: "validation",
      notDone: false,
      message: expect.stringContaining("1 of the items are ordered"),
    });
  });

  it("is refused by a server that cannot be searched", async () => {
    const emr = place.open({});
    expect(emr.repeats).toBe("never");
    await expect(emr.createOrder(order, once(newId()))).rejects.toMatchObject({ kind: "validation" });
    await expect(emr.findWrite(newId(), never)).rejects.toMatchObject({ kind: "validation" });
  });
});
