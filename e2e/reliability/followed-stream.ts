import { setTimeout as pause } from "node:timers/promises";
import { openStreamAt } from "../support/event-stream.ts";

const AGAIN_MS = 200;

/** A reader of an account's stream that connects again after its last message whenever the stream ends. */
export interface FollowedStream {
  /** The position at which it began. */
  start: number;
  /** Returns the ids of all messages so far, in the order in which they came. */
  ids(): number[];
  /** Number of connections so far. */
  connections: number;
  stop(): Promise<void>;
}

/** Follows the stream at a URL. Resolves once it is open. */
export async function followStream(url: () => string, headers: Record<string, string>): Promise<FollowedStream> {
  const first = await openStreamAt(url(), headers);
  let current = first;
  let stopping = false;
  const before: number[] = [];
  const followed: FollowedStream = {
    start: Number(first.start),
    ids: () => [...before, ...current.ids.map(Number)],
    connections: 1,
    async stop() {
      stopping = true;
      current.drop();
      await following;
    },
  };
  const follow = async () => {
    for (;;) {
      await current.ended;
      if (stopping) return;
      const next = await openStreamAt(url(), headers, String(followed.ids().at(-1) ?? followed.start)).catch(
        () => null,
      );
      if (next) {
        before.push(...current.ids.map(Number));
        current = next;
        followed.connections++;
        if (stopping) next.drop();
      } else await pause(AGAIN_MS);
    }
  };
  const following = follow();
  return followed;
}
