/** Time between the warning and the sign-out, in milliseconds. */
export const WARNING_MS = 60_000;
/** Minimum time between reports of activity to other tabs and renewals of the session. */
const REPORT_EVERY_MS = 1_000;
const RENEW_EVERY_MS = 30_000;
/** Events that count as user activity; scrolling or loading without the user does not. */
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** The state of a session: `endsAt` is in milliseconds since 1970. */
export type Idleness = { kind: "active" } | { kind: "warned"; endsAt: number } | { kind: "ended" };

/** Returns the state of a session whose last activity was at `lastAt`; all values in milliseconds. */
export function idlenessAt(lastAt: number, now: number, idleMs: number): Idleness {
  const endsAt = lastAt + idleMs;
  if (now >= endsAt) return { kind: "ended" };
  return now >= endsAt - WARNING_MS ? { kind: "warned", endsAt } : { kind: "active" };
}

interface IdleOptions {
  userId: string;
  /** Milliseconds without activity after which the session ends. */
  idleMs: number;
  onIdleness: (idleness: Idleness) => void;
  /** Makes the server renew the session cookie, which otherwise expires a little after `idleMs`. */
  renew: () => void;
}

/**
 * Watches the user's activity in all tabs of this browser, and reports when the session is about to end and when it has
 * ended. After the warning only `stay` keeps the session, here or in another tab, because the user's next key or click
 * is meant for the warning.
 */
export function watchIdle({ userId, idleMs, onIdleness, renew }: IdleOptions): { stay: () => void; stop: () => void } {
  const channel = new BroadcastChannel(`activity:${userId}`);
  const ended = new AbortController();
  let lastAt = Date.now();
  let renewedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout>;
  let kind: Idleness["kind"] = "active";

  const stop = () => {
    clearTimeout(timer);
    channel.close();
    ended.abort();
  };
  const look = () => {
    clearTimeout(timer);
    const idleness = idlenessAt(lastAt, Date.now(), idleMs);
    if (idleness.kind !== kind || idleness.kind === "warned") onIdleness(idleness);
    kind = idleness.kind;
    if (idleness.kind === "ended") return stop();
    const next = lastAt + (idleness.kind === "active" ? idleMs - WARNING_MS : idleMs);
    timer = setTimeout(look, Math.max(0, next - Date.now()));
  };
  const stay = () => {
    const now = Date.now();
    // After a night of sleep, the first touch must find the session ended and not extend it.
    if (idlenessAt(lastAt, now, idleMs).kind === "ended") return look();
    lastAt = now;
    channel.postMessage(now);
    if (now - renewedAt >= RENEW_EVERY_MS) {
      renewedAt = now;
      renew();
    }
    look();
  };

  const act = () => {
    if (kind === "active" && Date.now() - lastAt >= REPORT_EVERY_MS) stay();
  };

  channel.onmessage = ({ data }: MessageEvent<number>) => {
    lastAt = Math.max(lastAt, data);
    look();
  };
  const { signal } = ended;
  for (const doing of ACTIVITY_EVENTS) window.addEventListener(doing, act, { signal, capture: true, passive: true });
  document.addEventListener("visibilitychange", look, { signal });
  // Opening a page counts as activity.
  stay();
  return { stay, stop };
}
