import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ask } from "./asked.ts";
import type { Fault } from "./faults.ts";
import { type HostedServer, startHostedServer } from "./server.ts";

let server: HostedServer;
beforeEach(async () => {
  server = await startHostedServer({ patients: 3 });
});
afterEach(() => server.stop());

const payment = { patient_mrn: "MRN-1", payment_method: "cash", location: "LOC-1", amount: 1, reference_number: "R-1" };
const pay = () => ask(server, "/payments", { body: payment });
const done = async () => {
  await server.finish();
  return server.ledger.effectsOf("R-1").length;
};

describe("the faults of the hosted service", () => {
  it.each<[Fault, number]>([
    [{ kind: "cut_before" }, 0],
    [{ kind: "cut_after" }, 1],
    [{ kind: "truncated" }, 1],
  ])("end a connection: %o", async (fault, effects) => {
    server.faults.next(fault, "POST /payments");
    expect((await ask(server, "/locations")).status).toBe(200);
    await expect(pay()).rejects.toThrow();
    expect(await done()).toBe(effects);
    expect((await pay()).status).toBe(202);
    expect(server.ledger.calls("POST", "/payments")).toMatchObject([{ status: null }, { status: 202 }]);
  });

  it.each<[Fault, number, number]>([
    [{ kind: "failed_after" }, 500, 1],
    [{ kind: "failed_after", status: 504 }, 504, 1],
    [{ kind: "refused", status: 503, message: "Maintenance" }, 503, 0],
    [{ kind: "limited" }, 429, 0],
    [{ kind: "html", status: 502, isDone: true }, 502, 1],
    [{ kind: "html", status: 200, isDone: false }, 200, 0],
  ])("answer something else: %o", async (fault, status, effects) => {
    server.faults.next(fault);
    const answered = await pay();
    expect(answered.status).toBe(status);
    if (fault.kind === "html") expect(answered.body).toContain("<html>");
    else expect(answered.body).toMatchObject({ success: false, message: expect.any(String) });
    expect(await done()).toBe(effects);
  });

  it("name the time to wait with a 429", async () => {
    server.faults.next({ kind: "limited", retryAfterSeconds: 7 });
    expect((await pay()).headers.get("retry-after")).toBe("7");
  });

  it("hold a request until it is let through", async () => {
    const gate = Promise.withResolvers<void>();
    server.faults.next({ kind: "held", until: gate.promise }, "POST /payments");
    const answered = pay();
    expect((await ask(server, "/locations")).status).toBe(200);
    expect(server.queued()).toEqual([]);
    gate.resolve();
    expect((await answered).status).toBe(202);
  });

  it("are chosen for each request by a function", async () => {
    server.faults.of = (method) => (method === "POST" ? { kind: "failed_after" } : null);
    expect((await pay()).status).toBe(500);
    expect((await ask(server, "/locations")).status).toBe(200);
    expect(server.ledger.counts()).toEqual({ "POST /payments": 1, "GET /locations": 1 });
  });

  it("lose the login of one account until it is repaired; its jobs wait", async () => {
    const access_token = server.addAccount("clinic-2");
    const { base_url: _url, ...three } = server.connection;
    const job = (await pay()).body.job_id;
    await server.loseLogin();
    expect(server.events).toMatchObject([{ type: "login_required", jobId: null }]);
    expect(await pay()).toMatchObject({
      status: 403,
      body: { success: false, error: "login_required", message: expect.any(String) },
    });
    expect((await ask(server, "/locations")).status).toBe(403);
    expect((await ask(server, "/locations", { headers: { ...three, access_token } })).status).toBe(200);
    expect(await done()).toBe(0);
    server.variants.lostLogin = "writes";
    expect((await ask(server, "/locations")).status).toBe(200);
    expect((await pay()).status).toBe(403);
    server.repairLogin();
    expect(await done()).toBe(1);
    expect(server.events.at(-1)).toMatchObject({ type: "payment.created", jobId: job });
  });

  it("do the work by itself after the delay that was set", async () => {
    server.times.workMs = 1;
    await pay();
    await expect.poll(() => server.ledger.effectsOf("R-1").length).toBe(1);
  });

  it("are waited for by their job", async () => {
    const job = server.job("POST /payments", "R-1");
    await pay();
    expect(await job).toMatchObject({ state: "queued" });
  });
});

describe("its Link flow", () => {
  const client = () => {
    const { client_id, client_secret } = server.connection;
    return { client_id, client_secret };
  };
  const create = async (body: Record<string, string>) => ask(server, "/link/token/create", { body, headers: client() });
  const exchange = async (token: string) =>
    ask(server, `/link/token/exchange?public_token=${token}`, { headers: client() });

  it("gives an access token for a new account once", async () => {
    const { body } = await create({ user_id: "practice-9", org_id: "org-1" });
    const publicToken = server.completeLink(body.token);
    const { body: linked } = await exchange(publicToken);
    const headers = { ...client(), access_token: linked.access_token };
    expect((await ask(server, "/settings", { headers })).body.data.access_token_reference_id).toBe("practice-9");
    expect((await exchange(publicToken)).status).toBe(400);
    expect(() => server.completeLink(body.token)).toThrow();
  });

  it("refuses a link token after 30 minutes, and a request without what it needs", async () => {
    const { body } = await create({ user_id: "practice-9" });
    expect(() => server.completeLink(body.token, Date.now() + 30 * 60_000)).toThrow("expired");
    expect((await create({})).body.message).toContain("user_id");
    expect((await create({ access_token: "unknown" })).status).toBe(404);
  });

  it("repairs an account, whose access token stays", async () => {
    await server.loseLogin();
    const { body } = await create({ access_token: server.connection.access_token });
    const { body: linked } = await exchange(server.completeLink(body.token));
    expect(linked.access_token).toBe(server.connection.access_token);
    expect((await ask(server, "/locations")).status).toBe(200);
  });
});
