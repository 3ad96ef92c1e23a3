import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { inflateSync } from "node:zlib";
import type { pdfjs } from "react-pdf";
import { describe, expect, it, vi } from "vitest";
import { DEMO } from "#lib/demo/demo";
import { addDays } from "#lib/kernel/dates";
import { practiceOf } from "./practice.ts";

const TODAY = "2026-11-20";
const NOW = `${TODAY}T11:30`;
const practices = DEMO.flatMap(({ accounts }) => accounts.map((account) => practiceOf(account, NOW)));
const [main] = practices;
if (!main) throw new Error("The demo has practices");

// The console draws documents with the same pdf.js.
const beside = createRequire(import.meta.resolve("react-pdf"));
const { getDocument }: Pick<typeof pdfjs, "getDocument"> = await import(
  beside.resolve("pdfjs-dist/legacy/build/pdf.mjs")
);
const FONTS = join(dirname(beside.resolve("pdfjs-dist/package.json")), "standard_fonts/");

const idsOf = (records: readonly { id: string }[]) => new Set(records.map(({ id }) => id));
const ehrIdsOf = (records: readonly { ehrId: string }[]) => new Set(records.map(({ ehrId }) => ehrId));

describe("claims", () => {
  it("are of known patients, over before today, with a balance that fits the status", () => {
    for (const { claims, patients } of practices) {
      const known = ehrIdsOf(patients);
      for (const claim of claims) {
        expect(known.has(claim.patientId)).toBe(true);
        expect(claim.serviceDate < TODAY).toBe(true);
        expect([claim.totalCharge, claim.balance].every((money) => /^\d+\.\d\d$/.test(money))).toBe(true);
        expect(Number(claim.balance)).toBeLessThanOrEqual(Number(claim.totalCharge));
        expect(claim.balance === "0.00").toBe(claim.status === "PAID");
      }
      expect(idsOf(claims).size).toBe(claims.length);
    }
    expect(new Set(main.claims.map(({ status }) => status)).size).toBe(8);
    expect(main.claims.every(({ statusDescription }) => statusDescription.length > 3)).toBe(true);
  });
});

describe("referrals and recalls", () => {
  it("refer to records of the practice", () => {
    for (const { referrals, patients, staff, referringProviders, locations, lists, recalls } of practices) {
      const [people, colleagues, workers] = [ehrIdsOf(patients), ehrIdsOf(referringProviders), ehrIdsOf(staff)];
      const places = new Set(locations.map(({ emrId }) => emrId));
      for (const referral of referrals) {
        expect(people.has(referral.patientId)).toBe(true);
        expect(colleagues.has(referral.referringProviderId ?? "")).toBe(true);
        expect(referral.assignedToId === null || workers.has(referral.assignedToId)).toBe(true);
        expect(referral.locationId === null || places.has(referral.locationId)).toBe(true);
        expect(idsOf(lists.referralStatuses).has(referral.statusId)).toBe(true);
        expect(idsOf(lists.specialties).has(referral.specialtyId ?? "")).toBe(true);
        expect(referral.createdAt <= referral.updatedAt && referral.updatedAt.slice(0, 10) <= TODAY).toBe(true);
        expect((referral.endDate ?? "") >= (referral.startDate ?? "")).toBe(true);
      }
      expect(new Set(referrals.map(({ direction }) => direction)).size).toBe(2);
      expect(recalls.every(({ patientId }) => people.has(patientId))).toBe(true);
    }
  });

  it("are open, overdue and closed; closed ones by a closing action that came last", () => {
    for (const { recalls, lists } of practices) {
      const closing = new Set(lists.recallClosingActions.map(({ name }) => name));
      for (const { status, actions } of recalls) {
        expect(closing.has(actions.at(-1)?.actionTaken ?? "")).toBe(status === "closed");
        expect(actions.every(({ at }) => at < `${TODAY}T23:59`)).toBe(true);
      }
      expect(recalls.some(({ status, dueDate }) => status === "open" && dueDate < TODAY)).toBe(true);
      expect(recalls.some(({ status, dueDate }) => status === "open" && dueDate > TODAY)).toBe(true);
      expect(recalls.some(({ status }) => status === "closed")).toBe(true);
    }
  });
});

describe("documents", () => {
  const ofType = (mimeType: string) => main.documents.filter((document) => document.mimeType === mimeType);

  it("come one to three with each referral, but for some incoming ones that wait for their letter", () => {
    for (const { referrals, documents } of practices) {
      const counts = new Map(referrals.map(({ id }) => [id, 0]));
      for (const { referralId } of documents) counts.set(referralId ?? "", (counts.get(referralId ?? "") ?? 0) + 1);
      expect(counts.size).toBe(referrals.length);
      expect(new Set(counts.values())).toEqual(new Set([0, 1, 2, 3]));
      const awaited = referrals.filter(({ id }) => counts.get(id) === 0);
      expect(new Set(awaited.map(({ direction }) => direction))).toEqual(new Set(["incoming"]));
      expect(awaited.length).toBeLessThan(referrals.length / 10);
      expect(idsOf(documents).size).toBe(documents.length);
    }
  });

  it("are PDF files that pdf.js reads without complaint, with text, of one to three pages", {
    tags: "long",
  }, async () => {
    const warnings = vi.spyOn(console, "warn");
    const pages = new Set<number>();
    for (const { content, fileName, referralId } of ofType("application/pdf").slice(0, 40)) {
      const opening = getDocument({ data: Uint8Array.from(content), stopAtErrors: true, standardFontDataUrl: FONTS });
      const file = await opening.promise;
      pages.add(file.numPages);
      const page = await file.getPage(1);
      const text = (await page.getTextContent()).items.map((item) => ("str" in item ? item.str : "")).join(" ");
      await page.getOperatorList();
      const referral = main.referrals.find(({ id }) => id === referralId);
      expect(text, fileName).toContain(main.patients.find(({ ehrId }) => ehrId === referral?.patientId)?.mrn);
      await opening.destroy();
    }
    expect(pages).toEqual(new Set([1, 2, 3]));
    expect(warnings.mock.calls).toEqual([]);
  });

  it("have a cross-reference table that points at each object", () => {
    for (const { content } of ofType("application/pdf")) {
      const text = Buffer.from(content).toString("latin1");
      const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
      expect(text.slice(table, table + 5)).toBe("xref\n");
      const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
      offsets.forEach((offset, index) => {
        expect(text.startsWith(`${index + 1} 0 obj\n`, offset)).toBe(true);
      });
    }
  });

  it("are PNG files whose lines are all there", () => {
    const images = ofType("image/png");
    expect(images.length).toBeGreaterThan(20);
    for (const { content } of images) {
      const file = Buffer.from(content);
      expect(file.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
      const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
      const at = file.indexOf("IDAT");
      const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)));
      expect(lines.length).toBe((width + 1) * height);
    }
    expect(new Set(images.map(({ content }) => Buffer.from(content).toString("base64"))).size).toBeGreaterThan(20);
  });
});

describe("the schedule", () => {
  const { appointments } = main;
  const booked = appointments.filter(({ category }) => category === "appointment");

  it("has statuses that fit the time", () => {
    for (const { status, startsAt } of booked) {
      if (startsAt.slice(0, 10) < TODAY) expect(["CMP", "NOS", "CAN", "RSC"]).toContain(status);
      if (startsAt.slice(0, 10) > TODAY) expect(["SCH", "CNF", "CAN", "RSC"]).toContain(status);
    }
    const today = booked.filter(({ startsAt }) => startsAt.startsWith(TODAY));
    expect(today.map(({ status }) => status)).toEqual(expect.arrayContaining(["CMP", "ROM", "SCH"]));
  });

  it("offers no open slot at which its provider is the second one of a visit", () => {
    const minutes = (startsAt: string) => Date.parse(`${startsAt}Z`) / 60_000;
    const spans = appointments.map((row) => {
      const begins = minutes(row.startsAt);
      return { ...row, begins, ends: begins + row.durationMinutes };
    });
    const slots = Map.groupBy(
      spans.filter(({ category }) => category === "schedule_slot"),
      ({ providerId }) => providerId,
    );
    const taken = spans.flatMap(({ secondaryProviderId, begins, ends }) =>
      (slots.get(secondaryProviderId ?? "") ?? []).filter((slot) => slot.begins < ends && begins < slot.ends),
    );
    expect(slots.size).toBeGreaterThan(5);
    expect(taken).toEqual([]);
  });

  it("has something of everything that an appointment can hold", () => {
    const share = (fits: (row: (typeof booked)[number]) => boolean) => booked.filter(fits).length / booked.length;
    expect(share(({ mode }) => mode === "telehealth")).toBeGreaterThan(0.05);
    expect(share(({ secondaryProviderId }) => secondaryProviderId !== null)).toBeGreaterThan(0.03);
    expect(share(({ note }) => note !== null)).toBeGreaterThan(0.1);
    expect(share(({ insurances }) => insurances.length === 2)).toBeGreaterThan(0.15);
    expect(share(({ insurances }) => insurances.length === 0)).toBe(0);
    expect(share(({ diagnoses }) => diagnoses.length > 0)).toBeGreaterThan(0.8);
    expect(share(({ medications }) => medications.length > 0)).toBeGreaterThan(0.4);
    const blocks = appointments.filter(({ category }) => category === "schedule_block");
    expect(blocks.every(({ blockLabel, blockColor }) => blockLabel && /^#[0-9A-F]{6}$/.test(blockColor ?? ""))).toBe(
      true,
    );
    expect(new Set(blocks.map(({ blockLabel }) => blockLabel)).size).toBe(4);
    expect(appointments.every(({ createdAt, startsAt }) => createdAt < startsAt)).toBe(true);
    expect(booked.every(({ startsAt, progressNote }) => progressNote === null || startsAt < NOW)).toBe(true);
  });

  it("has the same days tomorrow, but for the statuses", () => {
    const [account] = DEMO[0]?.accounts ?? [];
    if (!account) throw new Error("The demo has accounts");
    const tomorrow = practiceOf(account, `${addDays(TODAY, 1)}T11:30`).appointments;
    const timeless = (rows: typeof appointments) =>
      rows
        .filter(({ startsAt }) => startsAt.slice(0, 10) >= addDays(TODAY, -20) && startsAt < addDays(TODAY, 20))
        .map(({ status: _status, progressNote: _note, ...row }) => row);
    expect(timeless(tomorrow)).toEqual(timeless(appointments));
  });
});

describe("referring providers", () => {
  it("have telephone numbers in several formats, and some have retired", () => {
    const shapes = new Set(main.referringProviders.map(({ phone }) => phone?.replaceAll(/\d/g, "9")));
    expect(shapes.size).toBeGreaterThanOrEqual(6);
    expect(main.referringProviders.filter(({ active }) => !active)).toHaveLength(5);
  });
});

describe("forms", () => {
  it("are the two questionnaires with their nine and seven scored questions, and one without scores", () => {
    const scored = main.forms.map(({ emrFormId, questions, riskBands }) => [
      emrFormId,
      questions.filter(({ options }) => options.some(({ score }) => score !== null)).length,
      riskBands.length,
    ]);
    expect(scored).toEqual([
      ["GAD-7", 7, 4],
      ["INTAKE", 0, 0],
      ["PHQ-9", 9, 5],
    ]);
  });

  it("ask about the last two weeks, and of the PHQ-9 the question about self-harm alone has an alert", () => {
    const phq9 = main.forms.find(({ emrFormId }) => emrFormId === "PHQ-9");
    expect(phq9?.stem).toMatch(/^Over the last 2 weeks/);
    expect(phq9?.questions.filter(({ alert }) => alert).map(({ text, alert }) => [text, alert?.at_least])).toEqual([
      ["Thoughts that you would be better off dead or of hurting yourself in some way", 1],
    ]);
  });
});
