"use client";

import { useEffect, useRef, useState } from "react";
import type { AuthorizationModel } from "#lib/administration/emr-authorizations/model";
import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { readEmrAuthorization } from "#lib/browser/api/emr-authorizations";
import { readLinkToken } from "#lib/browser/api/link-token";
import { EmbedAuthority } from "#lib/browser/embed/embed-authority";
import { applyTheme, knownLocale } from "#lib/browser/embed/embed-look";
import type { Look } from "#lib/browser/embed/embed-messages";
import { authorizeBy } from "#lib/browser/session/authority";
import { showAsIn } from "#lib/kernel/shown-locale";
import { alone, framed, type LinkChannel } from "./link-channel.ts";
import { words } from "./linking-words.ts";

/** State of the view: waiting for its token, shown, or refused with the reason in words. */
export type LinkState =
  | { kind: "waiting" }
  | { kind: "shown"; link: LinkTokenModel; channel: LinkChannel; cameBack: AuthorizationModel | null }
  | { kind: "refused"; message: string };

const refusalOf = ({ state }: LinkTokenModel): string | null => {
  if (state === "open") return null;
  return state === "ended" || state === "late" ? words.ended : words.wasUsed;
};

/** Runs the view that links an EMR: takes its token, which stays in memory, and reads what the link asks for. */
export function useLink(id: string, origin: string, isAlone: boolean): { state: LinkState; locale: string } {
  const [state, setState] = useState<LinkState>({ kind: "waiting" });
  const [locale, setLocale] = useState("en-US");
  // Taken once, as the token is in the address no more afterwards.
  const taken = useRef<LinkChannel | null>(null);

  useEffect(() => {
    const end = new AbortController();
    taken.current ??= isAlone ? alone() : framed(origin);
    const channel = taken.current;
    const { frame } = channel;
    let wished: Look = {};
    let own: Look = {};
    const dress = () => {
      applyTheme(document.documentElement, { ...own.theme, ...wished.theme });
      const known = knownLocale(wished.locale ?? own.locale);
      showAsIn(known);
      setLocale(known);
    };
    const refuse = (message: string) => {
      if (end.signal.aborted) return;
      frame?.send({ type: "event", name: "error", detail: { code: "refused", message } });
      setState({ kind: "refused", message });
    };
    const authority = new EmbedAuthority({
      pageSession: id,
      askForToken: () => frame?.send({ type: "token_wanted" }),
      onAccepted: () => undefined,
      onRevoked: () => refuse(words.ended),
    });
    authorizeBy(authority);

    const learn = async () => {
      try {
        const { signedIn } = channel;
        const [link, cameBack] = await Promise.all([
          readLinkToken(id),
          // Without what became of it, the steps begin anew.
          signedIn === null ? null : readEmrAuthorization("", signedIn).catch(() => null),
        ]);
        if (end.signal.aborted) return;
        own = { ...(link.locale && { locale: link.locale }), theme: link.theme as NonNullable<Look["theme"]> };
        dress();
        const refusal = refusalOf(link);
        if (refusal) refuse(refusal);
        else setState({ kind: "shown", link, channel, cameBack });
      } catch (error) {
        refuse(error instanceof ApiFailure ? error.message : words.notOpened);
      }
    };
    let isKnown = false;
    const take = (token: string) => {
      authority.take({ sessionId: id, token });
      // A renewal brings the same token: what it asks for is known.
      if (!isKnown) void learn();
      isKnown = true;
    };
    if (channel.token) take(channel.token);
    else if (isAlone) refuse(words.noToken);
    else if (window.parent === window) refuse(words.inItsPage(origin));
    const stop = frame?.listen((message) => {
      if (message.type === "token") take(message.token);
      else if (message.type === "look") {
        wished = message;
        dress();
      }
    });
    frame?.send({ type: "hello" });
    return () => {
      end.abort();
      stop?.();
    };
  }, [id, origin, isAlone]);

  return { state, locale };
}
