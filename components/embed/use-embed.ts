"use client";

import { useEffect, useState } from "react";
import type { EmbedSessionModel } from "#lib/administration/embedding/model";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { readEmbedSession, watchEmbedSession } from "#lib/browser/api/embed-session";
import { EmbedAuthority } from "#lib/browser/embed/embed-authority";
import { type EmbedLink, openEmbedLink } from "#lib/browser/embed/embed-link";
import { applyTheme, knownLocale } from "#lib/browser/embed/embed-look";
import type { Look } from "#lib/browser/embed/embed-messages";
import { followsStream } from "#lib/browser/embed/follows-stream";
import { authorizeBy } from "#lib/browser/session/authority";
import { showAsIn } from "#lib/kernel/shown-locale";
import { words } from "./view-words.ts";

/** State of a view: waiting for its first token, shown, closed by a revocation, or without access. */
export type EmbedState =
  | { kind: "waiting" }
  | { kind: "shown"; session: EmbedSessionModel; link: EmbedLink }
  | { kind: "closed" }
  | { kind: "refused"; message: string; tryAgain: () => void };

/** Merges the look: the page's latest message overrides earlier ones, and they override the session's. */
const merged = (session: Look["theme"], page: Look["theme"]): Look["theme"] => ({
  ...session,
  ...page,
  variables: { ...session?.variables, ...page?.variables },
});

/**
 * Runs an embedded view: requests a token from the page at `origin`, loads its session from the server, renews the
 * token, and follows the page's changes of the look.
 */
export function useEmbed(pageSession: string, origin: string): { state: EmbedState; locale: string } {
  const [state, setState] = useState<EmbedState>({ kind: "waiting" });
  const [locale, setLocale] = useState("en-US");

  useEffect(() => {
    const end = new AbortController();
    const link = openEmbedLink(origin);
    let session: EmbedSessionModel | null = null;
    let wished: Look = {};
    const dress = () => applyTheme(document.documentElement, merged(session?.theme as Look["theme"], wished.theme));

    const refuse = (message: string) => {
      if (session) return;
      link.send({ type: "event", name: "error", detail: { code: "refused", message } });
      const tryAgain = () => {
        setState({ kind: "waiting" });
        link.send({ type: "token_wanted" });
      };
      setState({ kind: "refused", message, tryAgain });
    };
    const authority = new EmbedAuthority({
      pageSession,
      askForToken: () => link.send({ type: "token_wanted" }),
      onAccepted: (job_id) => link.send({ type: "event", name: "job.accepted", detail: { job_id } }),
      onRevoked: () => {
        const message = words.sessionRevoked;
        link.send({ type: "event", name: "error", detail: { code: "revoked", message } });
        end.abort();
        setState({ kind: "closed" });
      },
    });
    authorizeBy(authority);
    authority.keepFresh(end.signal);

    /** Each session has the token's lifetime; the first one also has the view's content. */
    const learn = async (sessionId: string) => {
      try {
        const read = await readEmbedSession(sessionId);
        if (end.signal.aborted) return;
        authority.lasts(read.expires_in);
        if (session) return;
        session = read;
        dress();
        setState({ kind: "shown", session: read, link });
        if (!followsStream(read)) watchEmbedSession(() => authority.sessionId, end.signal);
      } catch (error) {
        if (!end.signal.aborted) refuse(error instanceof ApiFailure ? error.message : words.viewNotOpened);
      }
    };

    const stop = link.listen((message) => {
      if (message.type === "token_failed") {
        authority.takeFailure();
        refuse(words.noAccess);
      } else if (message.type === "token") {
        authority.take({ sessionId: message.session_id, token: message.token });
        void learn(message.session_id);
      } else {
        wished = message;
        dress();
        const known = knownLocale(message.locale);
        // The new locale renders everything again.
        showAsIn(known);
        setLocale(known);
      }
    });
    link.send({ type: "hello" });
    return () => {
      end.abort();
      stop();
    };
  }, [pageSession, origin]);

  return { state, locale };
}
