import { beforeEach, describe, expect, it, vi } from "vitest";
import { guardedFetch } from "#lib/egress/guarded-fetch";
import { testDatabase } from "#lib/testing/test-database";
import { findClient } from "./clients.ts";
import { isDocumentAddress } from "./metadata-document.ts";

// A fake for the network alone: no public address answers a test. The guard itself is real where a test names it.
vi.mock("#lib/egress/guarded-fetch", async (original) => {
  const real = await original<typeof import("#lib/egress/guarded-fetch")>();
  return { guardedFetch: vi.fn(real.guardedFetch) };
});

testDatabase();

const CLIENT = "https://assistant.example/client.json";
const DOCUMENT = {
  client_id: CLIENT,
  client_name: "Published assistant",
  redirect_uris: ["https://assistant.example/callback"],
};

let asked: string[];
const publish = (document: unknown, status = 200) =>
  vi.mocked(guardedFetch).mockImplementation(() => async (url) => {
    asked.push(url);
    return Response.json(document, { status });
  });

beforeEach(() => {
  asked = [];
});

describe("a metadata document", () => {
  it.each([
    ["about another client", { ...DOCUMENT, client_id: "https://assistant.example/other.json" }, 200],
    ["of a client with a secret", { ...DOCUMENT, token_endpoint_auth_method: "private_key_jwt" }, 200],
    ["without redirect URIs", { client_id: CLIENT, client_name: "x" }, 200],
    ["with a script as redirect URI", { ...DOCUMENT, redirect_uris: ["javascript:alert(1)"] }, 200],
    ["that is null", null, 200],
    ["that is a list", [DOCUMENT], 200],
    ["that is not there", DOCUMENT, 404],
    ["that is elsewhere", DOCUMENT, 302],
  ])("%s names no client", async (_case, document, status) => {
    publish(document, status);
    expect(await findClient(CLIENT)).toBeNull();
    expect(asked).toEqual([CLIENT]);
  });

  it("names its client, and is read again after ten minutes", async () => {
    publish(DOCUMENT);
    const client = { clientId: CLIENT, name: "Published assistant", redirectUris: DOCUMENT.redirect_uris };
    expect(await findClient(CLIENT)).toEqual(client);
    publish({ ...DOCUMENT, redirect_uris: ["https://assistant.example/new"] });
    expect(await findClient(CLIENT)).toEqual(client);
    expect(asked).toEqual([CLIENT]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
    expect((await findClient(CLIENT))?.redirectUris).toEqual(["https://assistant.example/new"]);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    publish(DOCUMENT, 500);
    expect(await findClient(CLIENT)).toBeNull();
    vi.useRealTimers();
  });

  it.each([
    "https://127.0.0.1:1/client.json",
    "https://10.0.0.1/client.json",
    "https://[::1]/client.json",
    "https://localhost/c",
  ])("at %s is not fetched: the real guard refuses the address", async (address) => {
    const { guardedFetch: real } =
      await vi.importActual<typeof import("#lib/egress/guarded-fetch")>("#lib/egress/guarded-fetch");
    vi.mocked(guardedFetch).mockImplementation(real);
    expect(await findClient(address)).toBeNull();
  });

  it("has an address of https with a path, as it is written", () => {
    expect(isDocumentAddress(CLIENT)).toBe(true);
    for (const odd of [
      "http://assistant.example/client.json",
      "https://assistant.example",
      "https://assistant.example/",
      "https://assistant.example/a/../client.json",
      "https://assistant.example/client.json#x",
      "https://a:b@assistant.example/client.json",
      "HTTPS://assistant.example/client.json",
      "oauth_x",
    ]) {
      expect([odd, isDocumentAddress(odd)]).toEqual([odd, false]);
    }
  });
});
