import type { ServerSentMessage } from "./sse-parser.ts";
import { followStream, type StreamOptions, type StreamState } from "./stream-connection.ts";

/** What the tabs of one browser tell each other. */
type Notice =
  | { kind: "message"; message: ServerSentMessage }
  | { kind: "state"; state: StreamState }
  | { kind: "gap" }
  | { kind: "hello" };

export interface SharedStreamOptions extends Pick<StreamOptions, "accountId" | "onMessage" | "onState" | "onGap"> {
  /** The signed-in person: another one's tabs never share a stream. */
  userId: string;
  /** Opens the connection; `followStream` unless given. */
  follow?: typeof followStream;
}

/**
 * The stream of an account, one connection per browser, person and account however many tabs are open (decisions
 * §8): the tab that holds the lock connects and passes on what it hears; when it goes, the next one takes over
 * where it stopped. A browser without locks (plain http) connects per tab. Gives the function that ends it.
 */
export function openSharedStream(options: SharedStreamOptions): () => void {
  const { accountId, onMessage, onState, onGap } = options;
  const name = `events:${options.userId}:${accountId}`;
  const channel = new BroadcastChannel(name);
  const end = new AbortController();
  let lastEventId: string | null = null;
  let state: StreamState = "reconnecting";
  let leads = false;
  let everLive = false;

  const enter = (next: StreamState) => {
    state = next;
    onState(next);
    if (next !== "live" || everLive) return;
    everLive = true;
    // What a tab has loaded before it joins may be older than the first message that it hears.
    if (!leads) onGap();
  };
  const hear = (message: ServerSentMessage) => {
    lastEventId = message.id;
    onMessage(message);
  };
  const tell = (notice: Notice) => {
    if (!end.signal.aborted) channel.postMessage(notice);
  };

  channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (end.signal.aborted) return;
    if (data.kind === "hello") {
      if (leads) tell({ kind: "state", state });
    } else if (leads) return;
    else if (data.kind === "message") hear(data.message);
    else if (data.kind === "state") enter(data.state);
    else onGap();
  };

  const lead = async () => {
    leads = true;
    await (options.follow ?? followStream)({
      accountId,
      lastEventId,
      signal: end.signal,
      onMessage: (message) => {
        hear(message);
        tell({ kind: "message", message });
      },
      onState: (next) => {
        enter(next);
        tell({ kind: "state", state: next });
      },
      onGap: () => {
        onGap();
        tell({ kind: "gap" });
      },
    });
  };

  tell({ kind: "hello" });
  const locks = globalThis.navigator?.locks;
  const led = locks ? locks.request(name, { signal: end.signal }, lead) : lead();
  // Ended before its turn came: nothing to do.
  led.catch(() => undefined);

  return () => {
    end.abort();
    channel.close();
  };
}
