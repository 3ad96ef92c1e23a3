import { ApiFailure } from "#lib/browser/api/api-failure";
import { call } from "#lib/browser/api/fetcher";
import { stored } from "./locked-by.ts";

/** What a lock tells the other tabs: their content goes at once, and the session is over after that. */
type Notice = "locking" | "locked";

/** Who sits down next: the person themselves, or somebody else. */
export type Next = "self" | "other";

const RETRY_MS = 2_000;
/** How long another tab waits for the one that ends the session, which may have died. */
const FOLLOW_MS = 15_000;

const pendingKey = (userId: string) => `crc.lock ${userId}`;

/** Checks whether this browser has no session of the person any more. Throws if the server does not say. */
async function isOver(accountId: string, userId: string): Promise<boolean> {
  try {
    return (await call(accountId, "GET /me", {})).user.id !== userId;
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return true;
    throw error;
  }
}

/** Waits until the next try makes sense: a moment later, or as soon as the network is back. */
const pause = () =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, RETRY_MS);
    window.addEventListener(
      "online",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Ends the person's session at the server, however often that has to be tried. */
async function endSession(accountId: string, userId: string): Promise<void> {
  for (;;) {
    try {
      if (await isOver(accountId, userId)) return;
      const { signOut } = await import("next-auth/react");
      await signOut({ redirect: false });
      if (await isOver(accountId, userId)) return;
    } catch {
      // The server was not reached, or did not say: the content stays hidden, and the session is ended later.
    }
    await pause();
  }
}

/** The locks of one person's tabs in this browser. */
export interface Locks {
  /** Hides the content of all tabs, and ends the session. Resolves once nobody can read anything by it. */
  lock(): Promise<void>;
  stop(): void;
}

/**
 * Watches for locks of a person's tabs. `hide` removes the content, here or because another tab was locked; `open` leads to
 * the sign-in page once the session is over. A lock that this browser could not finish, because it was offline or closed, is
 * finished by the first page of the person that it loads.
 */
export function watchLocks(
  { accountId, userId }: { accountId: string; userId: string },
  { hide, open }: { hide: () => void; open: () => void },
): Locks {
  const channel = new BroadcastChannel(`lock:${userId}`);
  const tell = (notice: Notice) => channel.postMessage(notice);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLocked = false;

  const lock = async () => {
    clearTimeout(timer);
    isLocked = true;
    stored(() => localStorage.setItem(pendingKey(userId), "1"));
    hide();
    tell("locking");
    await endSession(accountId, userId);
    stored(() => localStorage.removeItem(pendingKey(userId)));
    tell("locked");
    open();
  };
  channel.onmessage = ({ data }: MessageEvent<Notice>) => {
    if (data === "locked") {
      clearTimeout(timer);
      hide();
      open();
      return;
    }
    if (isLocked) return;
    isLocked = true;
    hide();
    timer = setTimeout(() => void lock(), FOLLOW_MS);
  };
  if (stored(() => localStorage.getItem(pendingKey(userId))) !== null) void lock();
  return {
    lock,
    stop: () => {
      clearTimeout(timer);
      channel.close();
    },
  };
}

const asked = new EventTarget();

/** Asks the session watch of the page to lock this browser. `next`: who signs in after that. */
export const requestLock = (next: Next): void => void asked.dispatchEvent(new CustomEvent("lock", { detail: next }));

/** Calls a function when a lock is asked for. Returns the function that ends it. */
export function onLockRequest(callback: (next: Next) => void): () => void {
  const hear = (event: Event) => callback((event as CustomEvent<Next>).detail);
  asked.addEventListener("lock", hear);
  return () => asked.removeEventListener("lock", hear);
}
