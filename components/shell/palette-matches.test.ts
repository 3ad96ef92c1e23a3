import { describe, expect, it } from "vitest";
import { matchingOffers, matchingPages, readJobId } from "./palette-matches.ts";
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

describe("matchingOffers", () => {
  const offer = (name: string, title: string, summary: string): Offer => ({
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
  });
  const offers = [
    offer("Payment", "Post payment", "Post a patient payment to the EMR ledger"),
    offer("Task", "Add task", "Create a task"),
  ];

  it.each([
    ["", ["Payment", "Task"]],
    ["new pay", ["Payment"]],
    ["TASK", ["Task"]],
    ["add ta", ["Task"]],
    ["post payment", ["Payment"]],
    ["claim", []],
  ])("the text %j matches %j", (text, names) =>
    expect(matchingOffers(offers, text).map(({ name }) => name)).toEqual(names),
  );
});

describe("matchingPages", () => {
  const pages = [{ name: "Providers" }, { name: "Referrals" }, { name: "API reference" }];

  it.each([
    ["", []],
    ["referrals", ["Referrals"]],
    ["REF", ["Referrals", "API reference"]],
    ["api ref", ["API reference"]],
    ["viders", []],
  ])("the text %j matches %j", (text, names) =>
    expect(matchingPages(pages, text).map(({ name }) => name)).toEqual(names),
  );
});
