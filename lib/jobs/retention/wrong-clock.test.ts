/** @module-tag long */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { POST } from "#app/v1/org-settings/fetch/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import { testDatabase } from "#lib/testing/test-database";
import { killWorker, startWorker, until } from "#lib/testing/worker-process";

const database = testDatabase();
const SHIFTED = pathToFileURL(createRequire(import.meta.url).resolve("#lib/testing/shifted-clock")).href;

it("deletes nothing and says so, as a real process 400 days ahead whose rows are of the database's time", async () => {
  const clinic = await openClinic();
  const jobs = jobsOf(database, () => clinic);
  const counts = async () => {
    const [row] = await database.asOwner<{ events: number; contents: number }>(
      `SELECT (SELECT count(*)::integer FROM event) AS events,
         (SELECT count(*)::integer FROM job WHERE forgotten_at IS NULL) AS contents`,
    );
    return row;
  };
  const { body } = await call(POST, "POST", "/org-settings/fetch", { headers: clinic.headers });
  await jobs.run(Number(body.job_execution_id));
  const before = await counts();
  let log = "";
  const worker = await startWorker(
    { LOG_LEVEL: "info", NODE_OPTIONS: `--import ${SHIFTED}`, CLOCK_SHIFT_MS: String(400 * 86_400_000) },
    (text) => {
      log += text;
    },
  );
  try {
    await until(async () => log.includes("retention rests"), 60_000);
    const again = await call(POST, "POST", "/org-settings/fetch", { headers: clinic.headers });
    const id = Number(again.body.job_execution_id);
    const finished = () =>
      database.asOwner<{ near: boolean }>(
        `SELECT abs(extract(epoch FROM finished_at - now())) < 60 AND abs(extract(epoch FROM created_at - now())) < 60 AS near
         FROM job WHERE id = $1 AND finished_at IS NOT NULL`,
        [id],
      );
    await until(async () => (await finished()).length > 0, 60_000);
    expect(await finished()).toEqual([{ near: true }]);
    const after = await counts();
    expect(after?.events).toBeGreaterThan(before?.events ?? 0);
    expect(after?.contents).toBe((before?.contents ?? 0) + 1);
  } finally {
    await killWorker(worker);
  }
});
