import { readEventLog } from "#lib/jobs/emr-events/read-log";
import { runReading } from "#lib/jobs/freshness/run-reading";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import type { AccountTenant } from "#lib/kernel/principal";

/** What a reader is asked for: a whole sync, the first pages of one, what changed, today's visits, or what notices that came name. */
export type Asked = { read: "sync" | "changes" | "today" | "notices" } | { read: "pages"; pages: number };

/** How a reading ended: with the text of an error if it could not be read. */
export interface Read {
  error: string | null;
}

// A process that reads one account, named as JSON in its first argument, as often as its parent asks it to.
const tenant = JSON.parse(process.argv[2] ?? "") as AccountTenant;

async function read(asked: Asked): Promise<void> {
  if (asked.read === "pages") await syncAccount(tenant, { slice: { pages: asked.pages, ms: Infinity } });
  else if (asked.read === "sync") await syncAccount(tenant);
  else if (asked.read === "notices") await readEventLog(tenant);
  else await runReading({ ...tenant, scope: asked.read });
}

const answer = (end: Read) => process.send?.(end);

process.on("message", (asked: Asked) => {
  read(asked).then(
    () => answer({ error: null }),
    (error: Error) => answer({ error: error.stack ?? error.message }),
  );
});
answer({ error: null });
