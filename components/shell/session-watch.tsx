"use client";

import { Lock, LogOut } from "lucide-react";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { freezeDrafts } from "#components/forms/kept-drafts";
import { Button } from "#components/ui/button";
import { useNow } from "#components/ui/use-now";
import { type Idleness, watchIdle } from "#lib/browser/session/idle";
import { type Locks, onLockRequest, requestLock, watchLocks } from "#lib/browser/session/lock";
import { forgetLockedBy, keepLockedBy } from "#lib/browser/session/locked-by";
import { onSwitched } from "#lib/browser/session/organization";
import { onExpired } from "#lib/browser/session/session-expiry";
import { signInAddress } from "#lib/sign-in/return-address";
import { words } from "./words.ts";

interface SessionWatchProps {
  userId: string;
  email: string;
  /** The linked account of the page. */
  accountId: string;
  /** Minutes without activity after which the person is signed out. */
  idleMinutes: number;
  children: ReactNode;
}

const here = () => signInAddress(window.location.pathname + window.location.search, { ended: true });

/** Opens the sign-in page of a locked browser: for the person themselves it leads back to this page. */
const openLocked = () =>
  window.location.replace(signInAddress(window.location.pathname + window.location.search, { locked: true }));

/** Opens the sign-in page, which leads back to this page: at once if this browser has another session by now. */
const openSignIn = () => window.location.replace(here());

/** Ends the session and opens the sign-in page; offline, a link does so instead. */
async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  openSignIn();
}

function Warning({ endsAt, onStay }: { endsAt: number; onStay: () => void }) {
  const left = Math.max(0, Math.ceil((endsAt - (useNow(1_000) ?? endsAt)) / 1_000));
  return (
    <ModalOverlay
      isOpen
      onOpenChange={onStay}
      className="enter-scrim fixed inset-0 z-50 flex items-center justify-center bg-scrim p-4"
    >
      <Modal className="w-full max-w-96 rounded-lg bg-surface shadow-float">
        <Dialog role="alertdialog" className="flex flex-col gap-2 p-5 outline-none">
          <Heading slot="title" className="text-base font-semibold">
            {words.stillThere}
          </Heading>
          <p className="text-muted">
            {words.signedOutIn} <span className="font-medium text-fg tabular-nums">{words.seconds(left)}</span>.{" "}
            {words.inputKept}
          </p>
          <div className="mt-3 flex flex-wrap justify-end gap-2">
            <Button onPress={() => void leave()}>{words.signOutNow}</Button>
            <Button variant="primary" autoFocus onPress={onStay}>
              {words.staySignedIn}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Replaces the page of a locked browser until the server has ended the session, and shows nothing of its content. */
function Locked() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-2 p-6 text-center">
      <Lock aria-hidden="true" className="size-6 text-faint" />
      <h1 className="text-lg font-semibold">{words.locked}</h1>
      <p role="status" className="max-w-96 text-muted">
        {words.locking} {words.inputKeptHere}
      </p>
    </main>
  );
}

/** Replaces the page after a session has ended and shows nothing of its content. */
function SignedOut({ why }: { why: string }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-2 p-6 text-center">
      <LogOut aria-hidden="true" className="size-6 text-faint" />
      <h1 className="text-lg font-semibold">{words.signedOut}</h1>
      <p className="max-w-96 text-muted">
        {why} {words.inputKeptHere}
      </p>
      <a href={here()} className="mt-2 font-medium text-accent-text hover:underline">
        {words.signInAgain}
      </a>
    </main>
  );
}

/** The key that locks, with Ctrl or ⌘: it works while typing, too, so nothing has to be left for it. */
const isLockKey = (event: KeyboardEvent) =>
  event.code === "KeyL" && event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey;

/**
 * Signs out an idle person with a warning one minute before, hides the page when the server ends the session, and locks this
 * browser when the person asks for it.
 * Drafts outlive both (`lib/browser/drafts/draft`).
 */
export function SessionWatch({ userId, email, accountId, idleMinutes, children }: SessionWatchProps) {
  const [idleness, setIdleness] = useState<Idleness>({ kind: "active" });
  const [expired, setExpired] = useState(false);
  const [isLocked, setLocked] = useState(false);
  const locked = useRef(false);
  const stay = useRef(() => {});
  const isOver = expired || idleness.kind === "ended";

  useEffect(() => {
    const watch = watchIdle({
      userId,
      idleMs: idleMinutes * 60_000,
      onIdleness: (next) => {
        if (next.kind === "ended") freezeDrafts();
        setIdleness(next);
      },
      // The sign-in library renews the cookie with this answer. A failure shows with the next call of /v1.
      renew: () => void fetch("/api/auth/session").catch(() => undefined),
    });
    stay.current = watch.stay;
    const unhear = onExpired(userId, () => {
      freezeDrafts();
      if (locked.current) return;
      setExpired(true);
    });
    const unwatch = onSwitched(freezeDrafts);
    return () => {
      watch.stop();
      unwatch();
      unhear();
    };
  }, [userId, idleMinutes]);

  // Before the first painting: a lock that could not be finished hides this page at once.
  useLayoutEffect(() => {
    const locks: Locks = watchLocks(
      { accountId, userId },
      {
        hide: () => {
          locked.current = true;
          freezeDrafts();
          setLocked(true);
        },
        open: openLocked,
      },
    );
    const unhear = onLockRequest((next) => {
      if (next === "self") keepLockedBy(email);
      else forgetLockedBy();
      void locks.lock();
    });
    const onKey = (event: KeyboardEvent) => {
      if (!isLockKey(event)) return;
      event.preventDefault();
      requestLock("self");
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      unhear();
      locks.stop();
    };
  }, [userId, email, accountId]);

  useEffect(() => {
    if (!isOver || locked.current) return;
    // A session that the server has ended needs no sign-out, which would end the one that has taken its place.
    if (expired) openSignIn();
    else leave().catch(() => undefined);
  }, [isOver, expired]);

  if (isLocked) return <Locked />;
  if (isOver) {
    return <SignedOut why={expired ? words.sessionEnded : words.idleFor(idleMinutes)} />;
  }
  return (
    <>
      {children}
      {idleness.kind === "warned" ? <Warning endsAt={idleness.endsAt} onStay={() => stay.current()} /> : null}
    </>
  );
}
