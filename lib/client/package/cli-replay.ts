import { UsageError } from "./cli-errors.ts";
import type { Client } from "./face.d.ts";

interface Replay {
  event: string | undefined;
  since: string | undefined;
  until: string | undefined;
  dryRun: boolean;
}

/** `records replay`: delivers one event, or the events of a range, again. Returns the line to print. */
export async function replay(client: Client, { event, since, until, dryRun }: Replay): Promise<string> {
  if ((event === undefined) === (since === undefined)) {
    throw new UsageError("replay needs either the id of an event or --since with a time");
  }
  if (event !== undefined) {
    if (dryRun || until !== undefined) throw new UsageError("--until and --dry-run go with --since");
    return (await client.events.redeliver({ id: event })).message;
  }
  const range = { created_after: since ?? "", created_before: until ?? new Date().toISOString(), dry_run: dryRun };
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await client.events.redeliverAll({ ...range, cursor });
    count += page.count;
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  return `${count} ${count === 1 ? "event" : "events"} ${dryRun ? "would be sent" : "sent"} again`;
}
