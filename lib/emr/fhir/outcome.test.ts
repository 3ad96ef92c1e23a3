import { describe, expect, it } from "vitest";
import { messageOf, refusalOf } from "./outcome.ts";

const answered = (status: number, issue: object[] | null, headers: Record<string, string> = {}) => ({
  status,
  headers,
  body: Buffer.from(issue === null ? "<html>" : JSON.stringify({ resourceType: "OperationOutcome", issue })),
});

const error = (code: string, more: object = {}) => ({ severity: "error", code, ...more });

describe("the words of a refusal", () => {
  it.each([
    [error("required", { expression: ["ServiceRequest.subject"] }), "The EMR requires the patient"],
    [error("value", { expression: ["Task.note[0].text"] }), "The EMR does not accept the value of the field note.text"],
    [error("not-found", { location: ["/f:Task/f:owner"] }), "The EMR does not find the assignee"],
    [
      error("invariant", { details: { text: "app-3 is broken" } }),
      "A rule of the EMR about it is not met: app-3 is broken",
    ],
    [error("a-code-of-its-own", { diagnostics: "No" }), "The EMR cannot process it: No"],
    [error("invalid", { expression: ["'); DROP TABLE"] }), "The EMR does not accept it"],
  ])("name the field and what is wrong: %j", (issue, sentence) => {
    expect(messageOf(answered(422, [issue]))).toBe(sentence);
  });

  it.each([
    ["Invalid value 'Mira Kuhn'", "Invalid value …"],
    ["Patient/pat-4711 is unknown", "Patient is unknown"],
    ["born 1980-04-02, call 555-0100", "born … call …"],
    ["write to mira@example.org", "write to …"],
    ["Broken\n  at org.example.Server.run", "Broken"],
  ])("leave out what may be about a patient: %s", (diagnostics, words) => {
    expect(messageOf(answered(400, [error("processing", { diagnostics })]))).toBe(
      `The EMR cannot process it: ${words}`,
    );
  });

  it.each([
    [error("invalid", { details: { coding: [{ code: "x" }, { display: "It needs a specialty" }] } }), undefined],
    [error("invalid", { details: { text: "" }, diagnostics: "It needs a specialty" }), undefined],
    [error("invalid", { details: { text: 7 }, diagnostics: "It needs a specialty" }), undefined],
    [error("invalid"), { status: "generated", div: "<div><p>It needs\n a <b>specialty</b></p></div>" }],
  ])("are found wherever the server has put them: %j %j", (issue, text) => {
    const outcome = { resourceType: "OperationOutcome", issue: [issue], text };
    const response = { status: 422, headers: {}, body: Buffer.from(JSON.stringify(outcome)) };
    expect(messageOf(response)).toBe("The EMR does not accept it: It needs a specialty");
  });

  it("are those of the errors, each once, and not of remarks", () => {
    const issues = [error("forbidden"), error("forbidden"), { severity: "warning", code: "value" }];
    expect(messageOf(answered(403, issues))).toBe("The EMR does not allow it");
  });

  it("are the status if there is no OperationOutcome", () => {
    expect(messageOf(answered(418, null))).toBe("The EMR answered with the status 418");
  });
});

describe("a refusal", () => {
  it.each([
    [400, "validation", true],
    [403, "validation", true],
    [409, "validation", true],
    [422, "validation", true],
    [401, "passing", true],
    [408, "passing", false],
    [500, "passing", false],
    [503, "passing", false],
  ])("with the status %i is %s, certainly not done: %s", (status, kind, notDone) => {
    expect(refusalOf(answered(status, null))).toMatchObject({ kind, notDone, limited: false });
  });

  it("is passing if its issue passes", () => {
    expect(refusalOf(answered(409, [error("lock-error")]))).toMatchObject({ kind: "passing", notDone: false });
  });

  it("by a limit says when to come back, also with 403", () => {
    const limited = { kind: "passing", limited: true, notDone: true };
    expect(refusalOf(answered(429, null, { "retry-after": "30" }))).toMatchObject({ ...limited, retryAfterMs: 30_000 });
    const date = new Date(Date.now() + 60_000).toUTCString();
    const { retryAfterMs } = refusalOf(answered(429, null, { "retry-after": date }));
    expect(retryAfterMs).toBeGreaterThan(50_000);
    expect(retryAfterMs).toBeLessThanOrEqual(60_000);
    const diagnostics = "Too many requests, try in 844 seconds";
    expect(refusalOf(answered(403, [error("throttled", { diagnostics })]))).toMatchObject({
      ...limited,
      retryAfterMs: 844_000,
    });
    expect(refusalOf(answered(403, [error("throttled")]))).toMatchObject({ ...limited, retryAfterMs: null });
  });
});
