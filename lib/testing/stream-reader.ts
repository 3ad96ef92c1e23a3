import { parsePosition } from "#lib/stream/cursor";
import { StreamHub } from "#lib/stream/hub";
import { listenForWakes } from "#lib/stream/wake";

// A process of its own that writes what an account's stream sends to its standard output, from its opening on.
// Arguments: organization, linked account, and the id after which it begins, or none.

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
