import { StreamHub } from "#lib/stream/hub";
import { listenForWakes } from "#lib/stream/message";
import { parsePosition } from "#lib/stream/position";

// A process that writes the messages of an account's stream to its standard output. Arguments: organization, linked
// account, and the id to start after, if any.

const [organizationId = "", linkedAccountId = "", after] = process.argv.slice(2);
const hub = new StreamHub({ listen: listenForWakes, pollMs: 200 });
const feed = await hub.open({ organizationId, linkedAccountId }, after ? parsePosition(after) : null);
process.stdout.write("open\n\n");
const reader = {
  give(text: string | null) {
    if (text === null) return;
    process.stdout.write(text);
    void feed.take(reader);
  },
};
await feed.take(reader);
