import { expect, it } from "vitest";
import { undescribedEvent } from "#lib/testing/described";
import { eventSample } from "./samples.ts";
import { EVENT_TYPES } from "./types.ts";

it.each(EVENT_TYPES)("%s has a sample that matches the API reference", (type) => {
  const sample = eventSample(type);
  expect(sample?.type).toBe(type);
  expect(undescribedEvent(sample ?? { type })).toEqual([]);
});

it("returns no sample of an unknown type", () => expect(eventSample("payment.lost")).toBeNull());
