"use client";

import { Switch } from "#components/ui/switch";
import type { LinkTokenModel } from "#lib/administration/link-tokens/model";
import { words } from "./linking-words.ts";

interface ConsentProps {
  link: LinkTokenModel;
  /** Ids of the operations that are agreed to. */
  writes: readonly string[];
  onChange: (writes: string[]) => void;
  /** What begins the list of what is agreed to; by default that of a link. */
  agree?: string;
}

/** Shows what linking agrees to, word for word as the audit log keeps it, and asks about each operation that writes. */
export function Consent({ link, writes, onChange, agree = words.agree }: ConsentProps) {
  const flip = (operation: string, isOn: boolean) =>
    onChange(isOn ? [...writes, operation] : writes.filter((each) => each !== operation));
  return (
    <section aria-label={agree} className="flex flex-col gap-2 rounded-md border border-line px-3 py-2 text-sm">
      <p className="font-medium">{agree}</p>
      <ul className="list-disc pl-5 text-muted">
        {link.consent.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {link.writes.length > 0 ? <p>{words.alsoWrite}</p> : null}
      {link.writes.map(({ operation, consent }) => (
        <Switch
          key={operation}
          label={consent}
          isOn={writes.includes(operation)}
          onChange={(isOn) => flip(operation, isOn)}
        />
      ))}
    </section>
  );
}
