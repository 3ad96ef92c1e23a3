"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { ViewLoading } from "#components/embed/view-loading";
import { ErrorState } from "#components/ui/error-state";
import type { OperationSummary } from "#lib/browser/session/account";
import { words } from "./linking-words.ts";
import { useLink } from "./use-link.ts";

const LinkView = dynamic(() => import("./link-view.tsx").then((module) => module.LinkView), {
  ssr: false,
  loading: ViewLoading,
});

interface LinkFrameProps {
  /** The link's id, which is in the page's URL. */
  id: string;
  /** The only origin that the view exchanges messages with. */
  origin: string;
  /** Whether it is a page of its own, with its token in the address's fragment. */
  isAlone: boolean;
  operations: readonly OperationSummary[];
}

/** Returns what somebody does whose link is refused with this message. */
function wayOn(message: string): string {
  if (message === words.wasUsed) return words.nothingToDo;
  return `${words.nothingLinked} ${message === words.noToken ? words.openAgain : words.askAgain}`;
}

/** The view that links an EMR, in a partner's page or as a page of its own (additions §5). */
export function LinkFrame({ id, origin, isAlone, operations }: LinkFrameProps) {
  const { state, locale } = useLink(id, origin, isAlone);
  // A view has no top bar.
  useEffect(() => document.documentElement.style.setProperty("--topbar", "0px"), []);
  return (
    <I18nProvider locale={locale}>
      {state.kind === "waiting" ? <ViewLoading /> : null}
      {state.kind === "shown" ? <LinkView {...state} operations={operations} /> : null}
      {state.kind === "refused" ? (
        <main>
          <ErrorState title={words.notOpened}>
            {state.message}. {wayOn(state.message)}
          </ErrorState>
        </main>
      ) : null}
    </I18nProvider>
  );
}
