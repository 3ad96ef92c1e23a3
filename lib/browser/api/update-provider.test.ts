import { setImmediate } from "node:timers/promises";
import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { ProviderModel } from "#lib/resources/providers/model";
import { providersKey } from "./providers.ts";
import { updateProvider } from "./update-provider.ts";

const ACCOUNT = "account";
const ruiz = { id: "p1", last_name: "Ruiz", status: "active", hide_in_availability: "false" } as ProviderModel;
const okafor = { ...ruiz, id: "p2", last_name: "Okafor" };

function opened() {
  const client = new QueryClient();
  client.setQueryData(providersKey(ACCOUNT), [ruiz, okafor]);
  const observer = new MutationObserver(client, updateProvider(client, ACCOUNT));
  return { observer, shown: () => client.getQueryData<ProviderModel[]>(providersKey(ACCOUNT)) };
}

afterEach(() => vi.unstubAllGlobals());

test("shows a switch's change at once, before the server has answered", async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal("fetch", () => answer.promise);
  const { observer, shown } = opened();
  const done = observer.mutate({ id: "p1", change: { status: "inactive" } });
  await vi.waitFor(() => expect(shown()).toEqual([{ ...ruiz, status: "inactive" }, okafor]));
  answer.resolve(Response.json({ success: true, message: "Provider updated", provider_id: "p1" }));
  await done;
  expect(shown()?.[0]?.status).toBe("inactive");
});

test("reverts only the change that the server refuses", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: false, message: "The clinic is closed" }, { status: 403 }),
  );
  const { observer, shown } = opened();
  await expect(observer.mutate({ id: "p1", change: { hide_in_availability: "true" } })).rejects.toThrow(
    "The clinic is closed",
  );
  expect(shown()).toEqual([ruiz, okafor]);
});

test("a change waits for the answer to the one before it, so that the last one stands", async () => {
  const sent: unknown[] = [];
  let inFlight = 0;
  vi.stubGlobal("fetch", async (_url: string, { body }: { body: string }) => {
    inFlight++;
    sent.push({ ...JSON.parse(body), inFlight });
    await setImmediate();
    inFlight--;
    return Response.json({ success: true, message: "Provider updated", provider_id: "p1" });
  });
  const { observer, shown } = opened();
  const changes = (["true", "false"] as const).map((hide_in_availability) =>
    observer.mutate({ id: "p1", change: { hide_in_availability } }),
  );
  await Promise.all(changes);
  expect(sent).toEqual([
    { hide_in_availability: "true", inFlight: 1 },
    { hide_in_availability: "false", inFlight: 1 },
  ]);
  expect(shown()).toEqual([ruiz, okafor]);
});
