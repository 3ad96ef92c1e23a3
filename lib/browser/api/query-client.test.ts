import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { ApiFailure } from "./api-failure.ts";
import { linkedAccountKey } from "./linked-account.ts";
import { makeQueryClient } from "./query-client.ts";

/** A list that is shown, and whose first read waits for `arrive`. */
function shownList() {
  const client = makeQueryClient();
  const arriving = Promise.withResolvers<string>();
  let reads = 0;
  const list = new QueryObserver(client, {
    queryKey: ["claims", "account"],
    queryFn: () => (++reads === 1 ? arriving.promise : "after the change"),
  });
  const hide = list.subscribe(() => undefined);
  return { client, list, hide, arrive: () => arriving.resolve("before the change"), reads: () => reads };
}

test("a list that changes while it is read for the first time is read again as soon as it has arrived", async () => {
  const { client, list, hide, arrive, reads } = shownList();
  const refreshed = client.invalidateQueries({ queryKey: ["claims"] });
  void client.invalidateQueries({ queryKey: ["claims", "account"] });
  arrive();
  await refreshed;
  expect(list.getCurrentResult().data).toBe("after the change");
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(reads()).toBe(2);
  hide();
});

test("a list that is only marked as stale while it is read for the first time is not read again", async () => {
  const { client, list, hide, arrive, reads } = shownList();
  const marked = client.invalidateQueries({ queryKey: ["claims"], refetchType: "none" });
  arrive();
  await marked;
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe("before the change"));
  expect([reads(), client.isFetching()]).toEqual([1, 0]);
  hide();
});

test("a change elsewhere does not read a list again", async () => {
  const { client, list, hide, arrive, reads } = shownList();
  const refreshed = client.invalidateQueries({ queryKey: ["providers"] });
  arrive();
  await refreshed;
  await vi.waitFor(() => expect(list.getCurrentResult().data).toBe("before the change"));
  expect([reads(), client.isFetching()]).toEqual([1, 0]);
  hide();
});

test.each([
  ["login_required", 2],
  ["Forbidden", 1],
])("a write that is refused with %s has the account read %i times", async (error, reads) => {
  const client = makeQueryClient();
  const queryFn = vi.fn(async () => "state");
  const account = new QueryObserver(client, { queryKey: linkedAccountKey("account"), queryFn });
  const hide = account.subscribe(() => undefined);
  await vi.waitFor(() => expect(account.getCurrentResult().data).toBe("state"));
  const refusal = new ApiFailure(403, "Refused", { body: { success: false, message: "Refused", error } as never });
  const write = new MutationObserver(client, { mutationFn: () => Promise.reject(refusal) });
  await expect(write.mutate()).rejects.toBe(refusal);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(queryFn).toHaveBeenCalledTimes(reads);
  hide();
});
