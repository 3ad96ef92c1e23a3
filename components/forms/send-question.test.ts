import { expect, it } from "vitest";
import type { KnownRecord } from "#lib/browser/api/written";
import { outlineOf } from "#lib/definitions/operation";
import { createPayment } from "#lib/resources/payments/create/definition";
import { type Known, questionOf } from "./send-question.ts";

const payment = outlineOf(createPayment);
const clock = { now: Date.parse("2026-11-26T12:00:00Z"), timezone: "UTC" };
const body = { patient_mrn: "MRN-1", amount: 2550, reference_number: "CHK-7" };
const posted: KnownRecord = {
  job_id: 12,
  amount: 2550,
  reference_number: "CHK-7",
  status: "completed",
  created_at: "2026-11-26T09:00:00Z",
};
const usual: KnownRecord[] = Array.from({ length: 20 }, (_, index) => ({ ...posted, amount: 40 + index }));
const nothing: Known = { ofPatient: [], recent: [], open: null, hasClaims: false, isWhole: true };
const ask = (known: Partial<Known>, given: object = {}) =>
  questionOf(payment, { ...body, ...given }, { ...nothing, ...known }, clock);

it("asks in words about an amount above what is open, or ten times the usual", () => {
  expect(ask({ open: 120 })).toEqual({
    title: "Post payment of two thousand five hundred fifty dollars?",
    reasons: ["It is more than the $120.00 that is open on this patient’s claims."],
    action: "Post payment of $2,550.00",
  });
  expect(ask({ recent: usual })?.reasons).toEqual(["It is ten times the usual amount here, $50.00, or more."]);
  expect(ask({ recent: usual }, { amount: 500 })).not.toBeNull();
  expect(ask({ recent: usual }, { amount: 499.99 })).toBeNull();
});

it("asks about every amount where the claims are known and nothing is open on them", () => {
  for (const open of [0, -5, -0])
    for (const amount of [0.01, 20, 60, 199.99])
      expect(ask({ open, hasClaims: true, recent: usual }, { amount })?.reasons).toEqual([
        "Nothing is open on this patient’s claims.",
      ]);
});

it("takes a copay like others for usual of a patient without any claim", () => {
  expect(ask({ open: 0, recent: usual }, { amount: 60 })).toBeNull();
  expect(ask({ open: -5, recent: usual }, { amount: 100.01 })?.reasons).toEqual([
    "Nothing is open on this patient’s claims.",
  ]);
  expect(ask({ open: 0 }, { amount: 200 })).toBeNull();
  expect(ask({ open: 0 })?.reasons).toEqual(["Nothing is open on this patient’s claims."]);
});

it.each([
  ["the same", {}, {}],
  ["one that waits", { status: "queued" }, {}],
  ["one of almost a day ago", { created_at: "2026-11-25T12:00:01Z" }, {}],
  ["another spelling of the reference", { reference_number: "chk-7" }, { reference_number: " CHK-7 " }],
  ["another dash in the reference", {}, { reference_number: "CHK\u20117" }],
  ["a space in the reference", {}, { reference_number: "CHK 7" }],
  ["no dash in the reference", {}, { reference_number: "chk7" }],
  ["a reference of signs alone", { reference_number: "#" }, { reference_number: "#" }],
  ["the same cents", { amount: 0.3 }, { amount: 0.1 + 0.2 }],
] as const)("asks about %s again", (_what, sent, given) => {
  const question = ask({ ofPatient: [{ ...posted, ...sent }] }, given);
  expect(question?.title).toMatch(/ again\?$/);
  expect(question?.reasons).toEqual([
    expect.stringMatching(
      /^The same amount and reference number were sent for this patient (today|yesterday) at .+, as job 12\.$/,
    ),
  ]);
});

it("asks about the same amount again, although each has a reference number of our own", () => {
  const own = { reference_number: "R-20261126-7KQ4MN" };
  const question = ask({ ofPatient: [{ ...posted, ...own }] }, { reference_number: "R-20261126-WX34AB" });
  expect(question?.reasons).toEqual([
    expect.stringMatching(/^The same amount was sent for this patient today at .+, as job 12\.$/),
  ]);
  expect(ask({ ofPatient: [{ ...posted, ...own }] })).toBeNull();
  expect(ask({ ofPatient: [{ ...posted, ...own, amount: 2551 }] }, own)).toBeNull();
});

it.each([
  ["a failed one", { status: "failed" }],
  ["one that was taken back", { status: "cancelled" }],
  ["one of a day ago", { created_at: "2026-11-25T12:00:00Z" }],
  ["another amount", { amount: 2551 }],
  ["another reference", { reference_number: "CHK-8" }],
] as const)("asks nothing about %s", (_what, sent) => expect(ask({ ofPatient: [{ ...posted, ...sent }] })).toBeNull());

it("asks nothing about a usual payment, with too little to compare, or without an amount", () => {
  expect(ask({ recent: usual, open: 120 }, { amount: 120 })).toBeNull();
  expect(ask({ recent: usual.slice(0, 9) })).toBeNull();
  expect(ask({ open: 1 }, { amount: undefined })).toBeNull();
});

it("says what could not be checked", () => {
  expect(ask({ isWhole: false })?.reasons).toEqual([
    "Whether the same was sent before, and what is usual, could not be checked.",
  ]);
});
