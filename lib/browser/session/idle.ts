/** How long before signing out a person is warned, in milliseconds. */
export const WARNING_MS = 60_000;
/** Activity is told to other tabs, and the session renewed, at most this often. */
const TELL_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 30_000;
/** What a person does; what moves or arrives by itself does not count. */
const DOINGS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** How a session stands: `endsAt` is in milliseconds since 1970. */
export type Standing = { kind: "active" } | { kind: "warned"; endsAt: number } | { kind: "ended" };

/** How a session stands whose person did something last at `lastAt`; all in milliseconds. */
export function standingAt(lastAt: number, now: number, idleMs: number): Standing {
  const endsAt = lastAt + idleMs;
  if (now >= endsAt) return { kind: "ended" };
  return now >= endsAt - WARNING_MS ? { kind: "warned", endsAt } : { kind: "active" };
}

interface IdleOptions {
  userId: string;
  /** Milliseconds without activity after which the session ends. */
  idleMs: number;
  onStanding: (standing: Standing) => void;
  /** Has the server renew the session's cookie, which by itself ends a little after `idleMs`. */
  renew: () => void;
}

/**
 * Watches over what a person does in any tab of this browser, and says when their session is about to end and when it
 * has. Once they are warned, only `stay` keeps it, here or in another tab: what they press then is meant for the warning.
 */
export function watchIdle({ userId, idleMs, onStanding, renew }: IdleOptions): { stay: () => void; stop: () => void } {
  const channel = new BroadcastChannel(`activity:${userId}`);
  const ended = new AbortController();
  let lastAt = Date.now();
  let renewedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout>;
  let kind: Standing["kind"] = "active";

  const stop = () => {
    clearTimeout(timer);
    channel.close();
    ended.abort();
  };
  const look = () => {
    clearTimeout(timer);
    const standing = standingAt(lastAt, Date.now(), idleMs);
    if (standing.kind !== kind || standing.kind === "warned") onStanding(standing);
    kind = standing.kind;
    if (standing.kind === "ended") return stop();
    const next = lastAt + (standing.kind === "active" ? idleMs - WARNING_MS : idleMs);
    timer = setTimeout(look, Math.max(0, next - Date.now()));
  };
  const stay = () => {
    const now = Date.now();
    // After a night of sleep the first touch must find the session ended, not keep it.
    if (standingAt(lastAt, now, idleMs).kind === "ended") return look();
    lastAt = now;
    channel.postMessage(now);
    if (now - renewedAt >= RENEW_EVERY_MS) {
      renewedAt = now;
      renew();
    }
    look();
  };

  const act = () => {
    if (kind === "active" && Date.now() - lastAt >= TELL_EVERY_MS) stay();
  };

  channel.onmessage = ({ data }: MessageEvent<number>) => {
    lastAt = Math.max(lastAt, data);
    look();
  };
  const { signal } = ended;
  for (const doing of DOINGS) window.addEventListener(doing, act, { signal, capture: true, passive: true });
  document.addEventListener("visibilitychange", look, { signal });
  // Whoever opens a page is there.
  stay();
  return { stay, stop };
}
