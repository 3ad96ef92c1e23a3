"use client";

import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import { Confirm } from "./confirm.tsx";
import { words } from "./words.ts";

interface RevokeButtonProps {
  /** Name of the credential. */
  name: string;
  /** The effect of the revocation, in words. */
  children: ReactNode;
  onRevoke: () => Promise<void>;
}

/** A button that revokes a credential after a confirmation. */
export function RevokeButton({ name, children, onRevoke }: RevokeButtonProps) {
  const [asking, setAsking] = useState(false);
  const action = `${words.revoke} ${name}`;
  return (
    <>
      <Button size="sm" icon={<Ban aria-hidden="true" />} aria-label={action} onPress={() => setAsking(true)}>
        {words.revoke}
      </Button>
      {asking ? (
        <Confirm title={`${action}?`} action={action} danger onConfirm={onRevoke} onClose={() => setAsking(false)}>
          {children}
        </Confirm>
      ) : null}
    </>
  );
}
