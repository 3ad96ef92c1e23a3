import { describe, expect, it } from "vitest";
import { SubmissionKey } from "./submission-key.ts";

describe("SubmissionKey", () => {
  it("stays the same for the same values in any order", () => {
    const key = new SubmissionKey();
    const first = key.forBody({ amount: 5, location: "L1" });
    expect(key.forBody({ location: "L1", amount: 5 })).toBe(first);
    expect(key.forBody({ amount: 5, location: "L1" })).toBe(first);
  });

  it("changes with any value", () => {
    const key = new SubmissionKey();
    const first = key.forBody({ amount: 5 });
    expect(key.forBody({ amount: 6 })).not.toBe(first);
  });

  it("is new for the next form, even with the same values", () => {
    expect(new SubmissionKey().forBody({ amount: 5 })).not.toBe(new SubmissionKey().forBody({ amount: 5 }));
  });

  it("survives a reload together with the form", () => {
    const key = new SubmissionKey();
    const first = key.forBody({ amount: 5, location: "L1" });
    const again = new SubmissionKey(JSON.parse(JSON.stringify(key.state)));
    expect(again.forBody({ location: "L1", amount: 5 })).toBe(first);
    expect(again.forBody({ amount: 6 })).not.toBe(first);
  });
});
