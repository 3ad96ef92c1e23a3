import { expect, test } from "vitest";
import { StartFailure } from "#lib/kernel/start-failure";
import { keepPostgres } from "./keep-postgres.ts";

test("an ended PostgreSQL is restarted, as often as necessary", { tags: "long" }, async () => {
  const lost = [false, true, true];
  const revived = Promise.withResolvers<void>();
  let times = 0;
  const kept = keepPostgres({ revive: async () => lost.shift() ?? false }, () => {
    times += 1;
    if (times === 2) revived.resolve();
  });
  await revived.promise;
  await kept.stop();
  expect(lost).toEqual([]);
});

test("a failed restart is reported in one line", async () => {
  const kept = keepPostgres({ revive: () => Promise.reject(new Error("no space left")) }, () => undefined);
  await expect(kept.failed).rejects.toThrow(StartFailure);
  await expect(kept.failed).rejects.toThrow("PostgreSQL ended and can't be started again: no space left");
  await kept.stop();
});

test("a stopped watch waits for the current start and begins no other", async () => {
  const begun = Promise.withResolvers<void>();
  const started = Promise.withResolvers<boolean>();
  let starts = 0;
  const kept = keepPostgres(
    {
      revive: () => {
        starts += 1;
        begun.resolve();
        return started.promise;
      },
    },
    () => undefined,
  );
  await begun.promise;
  let stopped = false;
  const stopping = kept.stop().then(() => {
    stopped = true;
  });
  await new Promise(setImmediate);
  expect(stopped).toBe(false);
  started.resolve(true);
  await stopping;
  expect(starts).toBe(1);
});
