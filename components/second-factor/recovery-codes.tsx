"use client";

import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";

/** Shows new recovery codes once, until the person says that they are stored. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        Each of these recovery codes signs you in once without your app or passkey. They are shown only now: print them,
        or keep them in your password manager.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken px-3 py-2 font-code text-sm text-fg sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-between gap-2">
        <CopyButton label="Copy the codes" text={codes.join("\n")} />
        <Button variant="primary" onPress={onStored}>
          I have stored them
        </Button>
      </div>
    </div>
  );
}
