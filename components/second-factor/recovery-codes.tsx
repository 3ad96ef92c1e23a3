"use client";

import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { words } from "./words.ts";

/** Shows new recovery codes once, until the person says that they are stored. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">{words.codesHint}</p>
      <ul
        aria-label={words.recoveryCodes}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2 font-code text-sm text-fg sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-2">
        <CopyButton label={words.copyTheCodes} text={codes.join("\n")} />
        <Button variant="primary" onPress={onStored}>
          {words.storedThem}
        </Button>
      </div>
    </div>
  );
}
