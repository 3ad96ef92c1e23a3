"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { newId } from "#lib/kernel/id";
import { Confirm } from "./confirm.tsx";

const SecretDialog = dynamic(() => import("./secret-dialog.tsx").then((module) => module.SecretDialog), { ssr: false });

interface RotateSecretProps {
  isAsked: boolean;
  /** The question, its button, and the title above the new secret. */
  words: { title: string; action: string; shown: string; label: string };
  /** Returns the new secret. Asked again with the same key after a lost answer, it returns the same one. */
  rotate: (idempotencyKey: string) => Promise<string>;
  onClose: () => void;
  /** The consequences of a rotation. */
  children: ReactNode;
}

/** Asks before a secret is replaced, then shows the new one, this once. */
export function RotateSecret({ isAsked, words, rotate, onClose, children }: RotateSecretProps) {
  const [key, setKey] = useState(newId);
  const [secret, setSecret] = useState<string | null>(null);
  if (!isAsked) return null;
  if (secret !== null) {
    return (
      <SecretDialog
        title={words.shown}
        secrets={[{ label: words.label, value: secret }]}
        onClose={() => {
          setSecret(null);
          onClose();
        }}
      />
    );
  }
  return (
    <Confirm
      title={words.title}
      action={words.action}
      danger
      onConfirm={() => rotate(key)}
      onDone={(made) => {
        setKey(newId());
        setSecret(made);
      }}
      onClose={onClose}
    >
      {children}
    </Confirm>
  );
}
