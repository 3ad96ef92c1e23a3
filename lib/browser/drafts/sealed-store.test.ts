import { expect, it } from "vitest";
import { SealedStore } from "./sealed-store.ts";

const KEY = Buffer.alloc(32, 7).toString("base64url");
const OTHER_KEY = Buffer.alloc(32, 8).toString("base64url");

/** Returns a browser storage, which lists its names as its own keys. */
function storage(room = Number.POSITIVE_INFINITY): Storage {
  return Object.create({
    getItem(this: Record<string, string>, name: string) {
      return this[name] ?? null;
    },
    setItem(this: Record<string, string>, name: string, value: string) {
      if (value.length > room) throw new DOMException("full", "QuotaExceededError");
      this[name] = value;
    },
    removeItem(this: Record<string, string>, name: string) {
      delete this[name];
    },
  });
}

it("returns the last stored value, only to the same owner with the same key", async () => {
  const tab = storage();
  const store = await SealedStore.open(tab, "ann", KEY);
  void store.put("form", "Zoë 張 🙂 first");
  void store.put("form", "Zoë 張 🙂 second");
  await store.put("gone", "x");
  await store.put("gone", null);
  const again = await SealedStore.open(tab, "ann", KEY);
  expect([...(await again.all())]).toEqual([["form", "Zoë 張 🙂 second"]]);
  expect((await (await SealedStore.open(tab, "ann", OTHER_KEY)).all()).size).toBe(0);
  expect((await (await SealedStore.open(tab, "bob", KEY)).all()).size).toBe(0);
});

it("stores nothing readable, and no old value if the new one does not fit", async () => {
  const tab = storage(200);
  const store = await SealedStore.open(tab, "ann", KEY);
  await store.put("form", "Jane Doe");
  expect(JSON.stringify(tab)).not.toContain("Jane");
  expect(atob(String(tab.getItem("sealed ann form")))).not.toContain("Jane");
  await store.put("form", "Jane Doe".repeat(50));
  expect((await store.all()).size).toBe(0);
});

it("ignores damaged values", async () => {
  const tab = storage();
  const store = await SealedStore.open(tab, "ann", KEY);
  tab.setItem("sealed ann form", "not sealed at all");
  await store.put("other", "fine");
  expect([...(await store.all())]).toEqual([["other", "fine"]]);
});
