import { beforeEach, describe, expect, it, vi } from "vitest";
import { EmbedAuthority, type EmbedAuthorityOptions } from "./embed-authority.ts";

const MINUTE = 60_000;
let now: number;
let asked: number;
let revoked: number;
let accepted: number[];
let authority: EmbedAuthority;
/** The token that the server accepts, and the reason for which it refuses others. */
let server: { takes: string; reason: string };
let sent: { token: string | null; page: string | null; credentials: RequestCredentials | undefined }[];

const answer: typeof fetch = async (_address, init) => {
  const headers = new Headers(init?.headers);
  const token = headers.get("authorization");
  sent.push({ token, page: headers.get("x-embed-session"), credentials: init?.credentials });
  if (token === `Bearer ${server.takes}`) return Response.json({ job_id: 7 }, { status: 202 });
  const challenge = `Bearer error="invalid_token", error_description="${server.reason}"`;
  return Response.json({}, { status: 401, headers: { "www-authenticate": challenge } });
};

beforeEach(() => {
  now = Date.parse("2026-03-02T09:00:00Z");
  [asked, revoked] = [0, 0];
  [accepted, sent] = [[], []];
  server = { takes: "one", reason: "expired" };
  authority = new EmbedAuthority({
    pageSession: "page",
    askForToken: () => asked++,
    onRevoked: () => revoked++,
    onAccepted: (jobId) => accepted.push(jobId),
    fetch: answer,
    now: () => now,
  } satisfies EmbedAuthorityOptions);
  return () => vi.useRealTimers();
});

const give = (token: string) => authority.take({ sessionId: `s-${token}`, token });

describe("a view's calls", () => {
  it("wait for the first token, and send it with the page's session and without cookies", async () => {
    const waiting = authority.fetch("/v1/jobs", {});
    expect(asked, "the frame's first message has already requested a token").toBe(0);
    give("one");
    expect((await waiting).status).toBe(202);
    expect(sent).toEqual([{ token: "Bearer one", page: "page", credentials: "omit" }]);
    await vi.waitFor(() => expect(accepted).toEqual([7]));
  });

  it("are repeated with a new token if the last one has expired, such as after an hour of sleep", async () => {
    give("one");
    now += 60 * MINUTE;
    server.takes = "two";
    const waiting = [authority.fetch("/v1/a", {}), authority.fetch("/v1/b", {})];
    await vi.waitFor(() => expect(asked).toBe(1));
    give("two");
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([202, 202]);
    expect(asked, "one request for both").toBe(1);
  });

  it("fail like a lost connection while the page has no token, and succeed once it has one", async () => {
    give("one");
    now += 60 * MINUTE;
    server.takes = "two";
    const failing = authority.fetch("/v1/a", {});
    await vi.waitFor(() => expect(asked).toBe(1));
    authority.takeFailure();
    await expect(failing).rejects.toMatchObject({ status: 0 });
    await expect(authority.fetch("/v1/a", {}), "the request is not repeated").rejects.toMatchObject({ status: 0 });
    expect(asked).toBe(1);
    now += 3_000;
    const again = authority.fetch("/v1/a", {});
    await vi.waitFor(() => expect(asked).toBe(2));
    give("two");
    expect((await again).status).toBe(202);
  });

  it("end permanently, once, after the session's revocation", async () => {
    give("one");
    server = { takes: "none", reason: "revoked" };
    expect((await authority.fetch("/v1/a", {})).status).toBe(401);
    await authority.fetch("/v1/a", {});
    expect([revoked, asked]).toEqual([1, 0]);
  });

  it("can be aborted while they wait for a token", async () => {
    const end = new AbortController();
    const waiting = authority.fetch("/v1/a", { signal: end.signal });
    end.abort(new Error("gone"));
    await expect(waiting).rejects.toThrow("gone");
  });
});

describe("a token", () => {
  const freshUntil = () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const end = new AbortController();
    authority.keepFresh(end.signal);
    return end;
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
    vi.advanceTimersByTime(15_000);
  };

  it("is renewed before its expiry by the server's time, whatever the local clock", () => {
    const end = freshUntil();
    give("one");
    // The server's clock may be five minutes ahead or behind, so it sends the remaining time, not the end.
    authority.lasts(900);
    pass(11 * MINUTE);
    expect(asked).toBe(0);
    pass(2 * MINUTE);
    expect(asked).toBe(1);
    give("two");
    authority.lasts(900);
    pass(MINUTE);
    expect(asked).toBe(1);
    end.abort();
    pass(60 * MINUTE);
    expect(asked).toBe(1);
  });

  it("is requested again if the page returned none or does not answer", () => {
    const end = freshUntil();
    give("one");
    authority.lasts(0);
    pass(15_000);
    expect(asked).toBe(1);
    authority.takeFailure();
    pass(15_000);
    expect(asked).toBe(2);
    pass(15_000);
    expect(asked).toBe(2);
    pass(31_000);
    expect(asked).toBe(3);
    end.abort();
  });
});
