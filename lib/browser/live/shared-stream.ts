import { followStream, type ServerSentMessage, type StreamOptions, type StreamState } from "./stream-connection.ts";
import { contendForLead, type TabLocks } from "./tab-lead.ts";

/**
 * How often the tabs that follow ask the one that leads whether it is there. They ask, and it does not tell by itself, as
 * browsers hardly run the timers of a tab that nobody sees, and bring it messages all the same.
 */
const ASK_MS = 3_000;

/** A leader that has not answered so often is taken to be hung. */
const MAX_UNANSWERED = 2;

/** Messages that a tab remembers, so that none counts twice where two leaders have told it. */
const MAX_REMEMBERED = 1_000;

/** What the tab that leads tells the others; `term` is greater for each new leader. */
type Notice = { term: number } & (
  | { kind: "message"; message: ServerSentMessage }
  | { kind: "place"; id: string | null }
  | { kind: "state"; state: StreamState; lastEventId: string | null }
  | { kind: "gap" }
);

/** `hello` asks the leader how the stream stands. */
type Said = { kind: "hello" } | Notice;

type Told<Of> = Of extends Notice ? Omit<Of, "term"> : never;

/** What a tab has of its browser. */
export interface TabBrowser {
  /** Undefined where pages have none: without https. */
  locks: TabLocks | undefined;
  openChannel(name: string): Pick<BroadcastChannel, "onmessage" | "postMessage" | "close">;
  /** Acts at intervals; gives the function that ends it. */
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
  /** The signed-in person: another one's tabs never share a stream. */
  userId: string;
  /** Opens the connection; `followStream` unless given. */
  follow?: typeof followStream;
  browser?: TabBrowser;
}

/**
 * The stream of an account, one connection per browser, person and account however many tabs are open (decisions
 * §8): the tab that leads connects and passes on what it hears; when it goes or no longer answers, another takes over
 * where it stopped, and one that wakes up then closes its connection and follows. A browser without locks (plain http)
 * connects per tab. Gives the function that ends it.
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

/** Remembers the ids of the latest messages: gives whether one is new. A message without an id always is. */
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
  /** The newest leader's that this tab knows of. */
  let term = 0;
  /** While this tab leads. */
  let turn: AbortController | null = null;
  let unanswered = 0;

  const say = (said: Said) => {
    if (!end.signal.aborted) channel.postMessage(said);
  };
  const tell = (told: Told<Notice>) => say({ ...told, term } as Notice);
  const tellState = () => tell({ kind: "state", state, lastEventId });

  const missed = () => {
    memory.forget();
    options.onGap();
  };
  const enter = (next: StreamState) => {
    state = next;
    onState(next);
    if (next !== "live" || everLive) return;
    everLive = true;
    // What a tab has loaded before it joins may be older than the first message that it hears.
    if (!turn) missed();
  };
  /** Whether the message is new to this tab. */
  const hear = (message: ServerSentMessage): boolean => {
    lastEventId = message.id;
    const isNew = memory.add(message.id);
    if (isNew) onMessage(message);
    return isNew;
  };

  const take = (notice: Notice) => {
    if (notice.kind === "message") hear(notice.message);
    else if (notice.kind === "place") lastEventId = notice.id;
    else if (notice.kind === "gap") missed();
    else {
      if (notice.state === "live") lastEventId ??= notice.lastEventId;
      enter(notice.state);
    }
  };
  channel.onmessage = ({ data }: MessageEvent<Said>) => {
    if (end.signal.aborted) return;
    if (data.kind === "hello") {
      if (turn) tellState();
      return;
    }
    // A leader that has slept still tells what it finds on its old connection.
    if (turn ? data.term <= term : data.term < term) return;
    term = data.term;
    unanswered = 0;
    turn?.abort();
    take(data);
  };

  const lead = async (own: AbortController) => {
    turn?.abort();
    turn = own;
    term = Math.max(term + 1, Date.now());
    const signal = AbortSignal.any([end.signal, own.signal]);
    signal.addEventListener("abort", () => {
      if (turn !== own) return;
      turn = null;
      unanswered = 0;
      if (end.signal.aborted) return;
      enter("reconnecting");
      say({ kind: "hello" });
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
        if (hear(message)) tell({ kind: "message", message });
      }),
      onPlace: whileLeading((id) => {
        lastEventId = id;
        tell({ kind: "place", id });
      }),
      onState: whileLeading((next) => {
        enter(next);
        tellState();
      }),
      onGap: whileLeading(() => {
        missed();
        tell({ kind: "gap" });
      }),
    });
  };

  const seize = contendForLead({ locks, name, lead, signal: end.signal });
  const watch = () => {
    if (turn) return;
    if (unanswered < MAX_UNANSWERED) {
      unanswered++;
      say({ kind: "hello" });
      return;
    }
    unanswered = 0;
    enter("reconnecting");
    seize();
  };
  say({ kind: "hello" });
  const stopWatching = browser.every(ASK_MS, watch);

  return () => {
    end.abort();
    stopWatching();
    channel.close();
  };
}
