import type { Result } from "./run.ts";
import type { Totals } from "./verdict.ts";

const ORDER = ["accepted", "ended", "emrWrites", "events", "received", "receipts"] as const;

const sum = (figures: number[]): number => figures.reduce((whole, figure) => whole + figure, 0);

/** Formats a table of place, operation, kills and slowest recovery in ms, and the totals of all deployments. */
export function report(results: Result[], totals: Totals[]): string {
  const pairs = Map.groupBy(results, ({ place, operation }) => `${place.name.padEnd(44)} ${operation.id.padEnd(22)}`);
  const lines = [...pairs].map(([pair, same]) => {
    const kills = sum(same.map((result) => result.kills));
    const slowest = (figure: "afterKillMs" | "afterStartMs") =>
      String(Math.max(...same.map((result) => result[figure]))).padStart(12);
    return `${pair} ${String(kills).padStart(5)} ${slowest("afterKillMs")} ${slowest("afterStartMs")}`;
  });
  const [accepted, ended, emrWrites, events, received, receipts] = ORDER.map((figure) =>
    sum(totals.map((each) => each[figure])),
  );
  return [
    `${"place".padEnd(44)} ${"operation".padEnd(22)} kills  recovered ms  of these after the start`,
    ...lines,
    "",
    `kills ${sum(results.map(({ kills }) => kills))}; operations accepted ${accepted}, ended once ${ended}; ` +
      `EMR writes ${emrWrites}; events ${events}, received ${received}, in the inbox ${receipts}`,
    "",
  ].join("\n");
}
