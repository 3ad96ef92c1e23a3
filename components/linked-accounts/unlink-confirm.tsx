"use client";

import { Confirm } from "#components/ui/confirm";
import { words } from "./words.ts";

interface UnlinkConfirmProps {
  /** Name of the linked account. */
  name: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before a linked account is unlinked, and says what that ends. */
export function UnlinkConfirm({ name, onConfirm, onClose }: UnlinkConfirmProps) {
  const title = words.unlinkNamed(name);
  return (
    <Confirm title={`${title}?`} action={title} danger onConfirm={onConfirm} onClose={onClose}>
      {words.unlinkEffect}
    </Confirm>
  );
}
