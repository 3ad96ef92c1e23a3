import { setImmediate as turn } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { type Looked, Looks, type Reach } from "./looks.ts";

/** Looks that end as the test says: `end` ends the one under way. */
function looksOf() {
  const reaches: Reach[] = [];
  const ends: ((looked: Looked) => void)[] = [];
  const rested = vi.fn();
  const looks = new Looks((reach) => {
    reaches.push(reach);
    return new Promise((resolve) => ends.push(resolve));
  }, rested);
  const end = async (looked: Looked) => {
    ends.shift()?.(looked);
    await turn();
    await turn();
  };
  return { looks, reaches, rested, end };
}

it("begins one look for all that ask in a turn, which reads the most that is asked for", async () => {
  const { looks, reaches, rested, end } = looksOf();
  looks.ask("new");
  looks.ask("all");
  looks.ask("new");
  expect([reaches, looks.pending]).toEqual([[], true]);
  await turn();
  expect(reaches).toEqual(["all"]);
  expect(rested).not.toHaveBeenCalled();
  await end("done");
  expect([reaches, looks.pending]).toEqual([["all"], false]);
  expect(rested).toHaveBeenCalledOnce();
});

it("lets another look follow if one is asked for meanwhile or the first calls for it, and never two at once", async () => {
  const { looks, reaches, rested, end } = looksOf();
  looks.ask("all");
  await turn();
  looks.ask("new");
  looks.ask("new");
  await turn();
  expect(reaches).toEqual(["all"]);
  await end("done");
  expect(reaches).toEqual(["all", "new"]);
  await end("again");
  expect(reaches).toEqual(["all", "new", "new"]);
  await end("done");
  expect([reaches.length, looks.pending]).toEqual([3, false]);
  expect(rested).toHaveBeenCalledOnce();
});

it("keeps what a look without a place was to read for the next one, and rests until somebody asks", async () => {
  const { looks, reaches, end } = looksOf();
  looks.ask("deep");
  await turn();
  await end("no place");
  expect([reaches, looks.pending]).toEqual([["deep"], false]);
  looks.ask("new");
  await turn();
  expect(reaches).toEqual(["deep", "deep"]);
});

it("looks at all again after one that failed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { looks, reaches, end } = looksOf();
  looks.ask("new");
  await turn();
  await end("failed");
  expect(reaches).toEqual(["new"]);
  vi.runAllTimers();
  vi.useRealTimers();
  await turn();
  expect(reaches).toEqual(["new", "all"]);
});

it("ends: a look under way is the last, one that was asked for is not begun", async () => {
  const { looks, reaches, rested, end } = looksOf();
  looks.ask("new");
  await turn();
  looks.ask("all");
  looks.end();
  expect([looks.over, looks.pending]).toEqual([true, true]);
  await end("again");
  expect([reaches, looks.pending]).toEqual([["new"], false]);
  expect(rested).toHaveBeenCalledOnce();
  looks.ask("all");
  await turn();
  expect(reaches).toEqual(["new"]);

  const other = looksOf();
  other.looks.ask("new");
  other.looks.end();
  await turn();
  expect([other.reaches, other.looks.over, other.looks.pending]).toEqual([[], true, false]);
});
