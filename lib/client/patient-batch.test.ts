import { afterEach, expect, it, vi } from "vitest";
import { loadPatient } from "./patient-batch.ts";

afterEach(() => vi.unstubAllGlobals());

/** Answers like GET /patients, knowing every MRN that begins with M; gives the MRNs of each call. */
function answering() {
  const calls: { account: string | null; mrns: string[] }[] = [];
  vi.stubGlobal("fetch", async (address: string, { headers }: RequestInit) => {
    const mrns = new URL(address, "http://x").searchParams.get("mrns")?.split(",") ?? [];
    calls.push({ account: new Headers(headers).get("x-linked-account"), mrns });
    const patients = mrns.filter((mrn) => mrn.startsWith("M")).map((mrn) => ({ mrn, last_name: `Of ${mrn}` }));
    return Response.json({ success: true, patients });
  });
  return calls;
}

const names = async (accountId: string, mrns: string[]) =>
  (await Promise.all(mrns.map((mrn) => loadPatient(accountId, mrn)))).map((patient) => patient?.last_name ?? null);

it("asks once for all that is wanted in one moment, and tells who is not known", async () => {
  const calls = answering();
  expect(await names("a1", ["M1", "M2", "X", "M1"])).toEqual(["Of M1", "Of M2", null, "Of M1"]);
  expect(calls).toEqual([{ account: "a1", mrns: ["M1", "M2", "X"] }]);
  expect(await names("a1", ["M3"])).toEqual(["Of M3"]);
  expect(calls).toHaveLength(2);
});

it("keeps accounts apart, and asks for no more at once than is taken", async () => {
  const calls = answering();
  const many = Array.from({ length: 201 }, (_, index) => `M${index}`);
  const [first, second] = await Promise.all([names("a1", many), names("a2", ["M1"])]);
  expect([first.filter(Boolean).length, second]).toEqual([201, ["Of M1"]]);
  expect(calls.map(({ account, mrns }) => [account, mrns.length])).toEqual([
    ["a1", 200],
    ["a1", 1],
    ["a2", 1],
  ]);
});

it("fails each of a batch that fails, and asks anew the next time", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: false, message: "Too many requests" }, { status: 429 }));
  const outcomes = await Promise.allSettled([loadPatient("a1", "M1"), loadPatient("a1", "M2")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  answering();
  expect(await names("a1", ["M1"])).toEqual(["Of M1"]);
});
