import { describe, expect, it } from "vitest";
import { ReplayLag, walPosition } from "./replay-lag.ts";

it("reads PostgreSQL's positions in their order", () => {
  const texts = ["0/0", "0/FFFFFFFF", "1/0", "1/2A", "A/0", "16/B374D848"];
  const positions = texts.map(walPosition);
  expect(positions).toEqual([...positions].sort((one, other) => Number(one - other)));
  expect(positions[3]).toBe(0x1_0000_002an);
});

describe("the lag of a replica", () => {
  it("is the age of the oldest position that it lacks", () => {
    const lag = new ReplayLag();
    lag.mark(10n, 1_000);
    lag.mark(20n, 2_000);
    lag.mark(30n, 3_000);
    expect(lag.lagOf(30n, 3_500)).toBe(0);
    expect(lag.lagOf(29n, 3_500)).toBe(0.5);
    expect(lag.lagOf(10n, 3_500)).toBe(1.5);
    expect(lag.lagOf(0n, 3_500)).toBe(2.5);
  });

  it("stays 0 while the primary is idle, and grows while the primary does not answer", () => {
    const lag = new ReplayLag();
    for (let at = 0; at < 60_000; at += 1_000) lag.mark(10n, at);
    expect(lag.lagOf(10n, 60_000)).toBe(0);
    lag.mark(20n, 60_000);
    expect(lag.lagOf(10n, 90_000)).toBe(30);
  });

  it("is measured anew if the primary's position goes back, as after a failover", () => {
    const lag = new ReplayLag();
    lag.mark(100n, 0);
    lag.mark(50n, 1_000);
    expect(lag.lagOf(50n, 5_000)).toBe(0);
    expect(lag.lagOf(40n, 5_000)).toBe(4);
  });

  it("is at least an hour for one that has been away for longer", () => {
    const lag = new ReplayLag();
    for (let second = 0; second < 10_000; second++) lag.mark(BigInt(second + 1), second * 1_000);
    expect(lag.lagOf(0n, 10_000_000)).toBeGreaterThanOrEqual(3_600);
  });
});
