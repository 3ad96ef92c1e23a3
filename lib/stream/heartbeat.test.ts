import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Heartbeat } from "./heartbeat.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A member that counts its beats. */
const member = () => ({ beat: vi.fn() });

it("calls each member once per round, spread over it, until it is deleted", () => {
  const heartbeat = new Heartbeat(3_000);
  const members = Array.from({ length: 200 }, member);
  for (const each of members) heartbeat.add(each);
  let most = 0;
  for (let beat = 0; beat < 30; beat++) {
    const before = members.filter(({ beat }) => beat.mock.calls.length > 0).length;
    vi.advanceTimersByTime(100);
    most = Math.max(most, members.filter(({ beat }) => beat.mock.calls.length > 0).length - before);
  }
  expect(members.map(({ beat }) => beat.mock.calls.length)).toEqual(Array(200).fill(1));
  expect(most).toBeLessThan(60);
  for (const each of members.slice(1)) heartbeat.delete(each);
  vi.advanceTimersByTime(6_000);
  expect(members.map(({ beat }) => beat.mock.calls.length)).toEqual([3, ...Array(199).fill(1)]);
});

it("has one timer for all members, and none without members", () => {
  const heartbeat = new Heartbeat(3_000);
  const members = [member(), member()];
  for (const each of members) heartbeat.add(each);
  expect(vi.getTimerCount()).toBe(1);
  for (const each of members) heartbeat.delete(each);
  for (const each of members) heartbeat.delete(each);
  expect(vi.getTimerCount()).toBe(0);
  heartbeat.add(member());
  expect(vi.getTimerCount()).toBe(1);
});
