import { describe, expect, it } from "vitest";
import { sentences } from "#lib/kernel/field-error";
import { problemsOf } from "#lib/kernel/validation";
import { createReferral } from "./definition.ts";

function parse(body: Record<string, unknown>): unknown {
  const parsed = createReferral.input.safeParse(body);
  return parsed.success ? parsed.data : sentences(problemsOf(parsed.error, body));
}

const least = { patient_mrn: "MRN-1", reason: "Palpitations" };

describe("a new referral's body (decisions §5)", () => {
  it("is routine and outgoing by default", () => {
    expect(parse(least)).toEqual({ ...least, priority: "routine", direction: "outgoing" });
    const given = { ...least, priority: "URGENT", direction: "incoming" };
    expect(parse(given)).toEqual({ ...given, priority: "urgent" });
  });

  it.each([
    [{}, "Missing required field: patient_mrn; Missing required field: reason"],
    [{ ...least, reason: " " }, "reason must be a non-empty string"],
    [{ ...least, direction: "sideways" }, "direction must be one of incoming, outgoing"],
    [{ ...least, priority: "soon" }, "priority must be one of routine, urgent, stat"],
    [{ ...least, start_date: "2026-03-02", end_date: "2026-03-01" }, "end_date must be on or after start_date"],
  ])("refuses %j", (body, message) => {
    expect(parse(body)).toBe(message);
  });
});
