import { describe, expect, it } from "vitest";
import { commandIn, matchingOffers, matchingPages, nearMatches, readJobId } from "./palette-matches.ts";
import type { Offer } from "./use-offers.ts";

describe("readJobId", () => {
  it.each([
    ["42", 42],
    [" #42 ", 42],
    ["0", null],
    ["42a", null],
    ["", null],
    ["5551234567", null],
  ])("reads %j as %s", (text, jobId) => expect(readJobId(text)).toBe(jobId));
});

const offer = (name: string, title: string, summary: string, keywords: string[] = []): Offer => ({
  id: name,
  name,
  effect: "writes",
  invalidates: [],
  title,
  summary,
  capability: "payments",
  method: "POST",
  forPatient: true,
  beginsToday: [],
  dates: [],
  path: "/",
  refusal: null,
  keywords,
});
const offers = [
  offer("Payment", "Post payment", "Post a patient payment to the EMR ledger", ["copay", "co-pay"]),
  offer("Task", "Add task", "Create a task", ["to do"]),
  offer("Appointment status", "Change status", "Set an appointment's status", ["check in", "no show"]),
  { ...offer("Service", "Add service", "Create a service", ["phq-9"]), refusal: "The EMR takes none" },
];
const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name);

describe("matchingOffers", () => {
  it.each([
    ["", ["Payment", "Task", "Appointment status", "Service"]],
    ["new pay", ["Payment"]],
    ["TASK", ["Task"]],
    ["add ta", ["Task"]],
    ["post payment", ["Payment"]],
    ["claim", []],
    ["copay", ["Payment"]],
    ["Check In", ["Appointment status"]],
    ["phq-9", ["Service"]],
    // What only a summary says comes last.
    ["create", ["Task", "Service"]],
  ])("the text %j matches %j", (text, names) => expect(namesOf(matchingOffers(offers, text))).toEqual(names));
});

describe("nearMatches", () => {
  it.each([
    ["copey", ["Payment"]],
    ["chekc in", ["Appointment status"]],
    ["no-show", ["Appointment status"]],
    ["noshw", ["Appointment status"]],
    ["paymnet", ["Payment"]],
    ["phq9", ["Service"]],
    // Too short, or too far.
    ["tak", []],
    ["copied", []],
    ["smith", []],
  ])("the text %j is near %j", (text, names) => expect(namesOf(nearMatches(offers, text))).toEqual(names));
});

describe("commandIn", () => {
  it.each([
    ["copay smith", "Payment", "smith"],
    ["Smith copay", "Payment", "Smith"],
    ["check in anna de la cruz", "Appointment status", "anna de la cruz"],
    ["anna no show", "Appointment status", "anna"],
    ["copey smith", "Payment", "smith"],
    ["post payment MRN-1001", "Payment", "MRN-1001"],
  ])("%j is %s for %j", (text, name, who) => {
    const command = commandIn(offers, text);
    expect([command?.offer.name, command?.who]).toEqual([name, who]);
  });

  it.each(["copay", "smith", "anna smith", "", "phq-9 smith"])("%j is none", (text) =>
    expect(commandIn(offers, text)).toBeNull(),
  );
});

describe("matchingPages", () => {
  const pages = [
    { name: "Providers" },
    { name: "Referrals" },
    { name: "API reference" },
    { name: "Claims", keywords: ["balance", "open balances"] },
  ];

  it.each([
    ["", []],
    ["referrals", ["Referrals"]],
    ["REF", ["Referrals", "API reference"]],
    ["api ref", ["API reference"]],
    ["viders", []],
    ["balance", ["Claims"]],
  ])("the text %j matches %j", (text, names) => expect(namesOf(matchingPages(pages, text))).toEqual(names));
});
