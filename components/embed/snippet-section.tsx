"use client";

import { useId, useSyncExternalStore } from "react";
import { CopyButton } from "#components/ui/copy-button";
import { ScrollArea } from "#components/ui/scroll-area";
import { useOperations } from "#lib/browser/session/account";
import { type PartnerLook, pageSnippet, sessionSnippet } from "./snippet.ts";
import { words } from "./words.ts";

const never = () => () => undefined;

function Snippet({ title, note, text, copy }: { title: string; note: string; text: string; copy: string }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-medium">{title}</h3>
          <p className="text-sm text-faint">{note}</p>
        </div>
        <CopyButton label={copy} text={text} />
      </div>
      <ScrollArea label={title} className="overflow-x-auto rounded-lg border border-line bg-sunken p-3">
        <pre className="font-code text-xs leading-5">{text}</pre>
      </ScrollArea>
    </div>
  );
}

interface SnippetSectionProps {
  look: PartnerLook;
  /** A registered origin, or undefined for an example. */
  origin?: string | undefined;
}

/** The code for a partner: a few lines of HTML, and one call of the partner's back end. */
export function SnippetSection({ look, origin = "https://portal.example" }: SnippetSectionProps) {
  const id = useId();
  const [operation] = useOperations();
  const consoleUrl = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="text-lg font-semibold">
        {words.toPaste}
      </h2>
      <Snippet
        title={words.inPage}
        note={words.inPageNote}
        copy={words.copyForPage}
        text={pageSnippet(consoleUrl, look)}
      />
      <Snippet
        title={words.inBackEnd}
        note={words.inBackEndNote}
        copy={words.copyForBackEnd}
        text={sessionSnippet(consoleUrl, origin, look.view, operation?.id ?? "")}
      />
    </section>
  );
}
