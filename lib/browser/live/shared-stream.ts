import { followStream, type ServerSentMessage, type StreamOptions, type StreamState } from "./stream-connection.ts";
import { contendForLead, type TabLocks } from "./tab-lead.ts";

/**
 * Interval at which follower tabs ping the leader. The followers ask, because browsers throttle the timers of a hidden
 * leader but still deliver messages to it.
 */
const ASK_MS = 3_000;

/** Unanswered pings after which a leader counts as hung. */
const MAX_UNANSWERED = 2;

/** Message ids that a tab remembers, so that a message passed on by two leaders counts once. */
const MAX_REMEMBERED = 1_000;

/** A message from the leader to the other tabs; `term` is greater for each new leader. */
type Notice = { term: number } & (
  | { kind: "message"; message: ServerSentMessage }
  | { kind: "place"; id: string | null }
  | { kind: "state"; state: StreamState; lastEventId: string | null }
  | { kind: "gap" }
);

/** A message between tabs; `hello` asks the leader for the stream's state. */
type TabMessage = { kind: "hello" } | Notice;

type WithoutTerm<Of> = Of extends Notice ? Omit<Of, "term"> : never;

/** The browser features that a tab uses. */
export interface TabBrowser {
  /** Undefined without https, because browsers then offer no locks. */
  locks: TabLocks | undefined;
  openChannel(name: string): Pick<BroadcastChannel, "onmessage" | "postMessage" | "close">;
  /** Calls `act` at intervals. Returns the function that stops it. */
  every(milliseconds: number, act: () => void): () => void;
}

const thisBrowser = (): TabBrowser => ({
  locks: globalThis.navigator?.locks,
  openChannel: (name) => new BroadcastChannel(name),
  every(milliseconds, act) {
    const timer = setInterval(act, milliseconds);
    return () => clearInterval(timer);
  },
});

export interface SharedStreamOptions extends Pick<StreamOptions, "accountId" | "onMessage" | "onState" | "onGap"> {
  /** The signed-in user: tabs of different users never share a stream. */
  userId: string;
  /** Opens the connection; `followStream` by default. */
  follow?: typeof followStream;
  browser?: TabBrowser;
}

/**
 * Opens the stream of an account with one connection per browser, user and account, however many tabs are open
 * (decisions §8). The leader tab connects and passes messages on. If it closes or stops answering, another tab takes
 * over at the same position; a hung leader that wakes up closes its connection and follows. A browser without locks
 * (plain http) connects per tab. Returns the function that closes the stream.
 */
export function openSharedStream(options: SharedStreamOptions): () => void {
  const browser = options.browser ?? thisBrowser();
  if (browser.locks) return shareStream(options, browser, browser.locks);
  const end = new AbortController();
  const { accountId, onMessage, onState, onGap } = options;
  const follow = options.follow ?? followStream;
  void follow({ accountId, lastEventId: null, onMessage, onState, onGap, signal: end.signal });
  return () => end.abort();
}

/** Remembers the ids of the latest messages. `add` returns whether a message is new; one without an id always is. */
function makeMemory() {
  const ids = new Set<string>();
  return {
    add(id: string | null): boolean {
      if (id === null) return true;
      if (ids.has(id)) return false;
      ids.add(id);
      const [oldest] = ids;
      if (ids.size > MAX_REMEMBERED && oldest !== undefined) ids.delete(oldest);
      return true;
    },
    forget: () => ids.clear(),
  };
}

function shareStream(options: SharedStreamOptions, browser: TabBrowser, locks: TabLocks): () => void {
  const { accountId, onMessage, onState } = options;
  const name = `stream:${options.userId}:${accountId}`;
  const channel = browser.openChannel(name);
  const end = new AbortController();
  const memory = makeMemory();
  let lastEventId: string | null = null;
  let state: StreamState = "reconnecting";
  let everLive = false;
  /** The term of the newest leader that this tab knows. */
  let term = 0;
  /** Set while this tab leads. */
  let leadership: AbortController | null = null;
  let unanswered = 0;

  const post = (message: TabMessage) => {
    if (!end.signal.aborted) channel.postMessage(message);
  };
  const broadcast = (notice: WithoutTerm<Notice>) => post({ ...notice, term } as Notice);
  const broadcastState = () => broadcast({ kind: "state", state, lastEventId });

  const missed = () => {
    memory.forget();
    options.onGap();
  };
  const enter = (next: StreamState) => {
    state = next;
    onState(next);
    if (next !== "live" || everLive) return;
    everLive = true;
    // Data that a tab loaded before it joined may be older than the first message that it receives.
    if (!leadership) missed();
  };
  /** Passes a message on to this tab. Returns whether it is new. */
  const receive = (message: ServerSentMessage): boolean => {
    lastEventId = message.id;
    const isNew = memory.add(message.id);
    if (isNew) onMessage(message);
    return isNew;
  };

  const take = (notice: Notice) => {
    if (notice.kind === "message") receive(notice.message);
    else if (notice.kind === "place") lastEventId = notice.id;
    else if (notice.kind === "gap") missed();
    else {
      if (notice.state === "live") lastEventId ??= notice.lastEventId;
      enter(notice.state);
    }
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (end.signal.aborted) return;
    if (data.kind === "hello") {
      if (leadership) broadcastState();
      return;
    }
    // A leader that wakes from sleep still sends messages from its old connection.
    if (leadership ? data.term <= term : data.term < term) return;
    term = data.term;
    unanswered = 0;
    leadership?.abort();
    take(data);
  };

  const lead = async (own: AbortController) => {
    leadership?.abort();
    leadership = own;
    term = Math.max(term + 1, Date.now());
    const signal = AbortSignal.any([end.signal, own.signal]);
    signal.addEventListener("abort", () => {
      if (leadership !== own) return;
      leadership = null;
      unanswered = 0;
      if (end.signal.aborted) return;
      enter("reconnecting");
      post({ kind: "hello" });
    });
    const whileLeading =
      <Given extends unknown[]>(act: (...given: Given) => void) =>
      (...given: Given) => {
        if (!signal.aborted) act(...given);
      };
    await (options.follow ?? followStream)({
      accountId,
      lastEventId,
      signal,
      onMessage: whileLeading((message) => {
        if (receive(message)) broadcast({ kind: "message", message });
      }),
      onPlace: whileLeading((id) => {
        lastEventId = id;
        broadcast({ kind: "place", id });
      }),
      onState: whileLeading((next) => {
        enter(next);
        broadcastState();
      }),
      onGap: whileLeading(() => {
        missed();
        broadcast({ kind: "gap" });
      }),
    });
  };

  const seize = contendForLead({ locks, name, lead, signal: end.signal });
  const watch = () => {
    if (leadership) return;
    if (unanswered < MAX_UNANSWERED) {
      unanswered++;
      post({ kind: "hello" });
      return;
    }
    unanswered = 0;
    enter("reconnecting");
    seize();
  };
  post({ kind: "hello" });
  const stopWatching = browser.every(ASK_MS, watch);

  return () => {
    end.abort();
    stopWatching();
    channel.close();
  };
}
