"use client";

import { Check, Copy, X } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "#lib/browser/page/copy-text";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import { words } from "./words.ts";

export interface CopyButtonProps {
  /** The text to copy, or a function that creates it on demand. */
  text: string | (() => string);
  /** The button's name with its object: "Copy as curl". */
  label: string;
  /** Shows only the icon, for use beside the text to copy. */
  iconOnly?: boolean;
}

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and shows whether the browser allowed it. */
export function CopyButton({ text, label, iconOnly = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    const isCopied = await copyText(typeof text === "string" ? text : text());
    setOutcome(isCopied ? "copied" : "refused");
  };
  const shown = outcome === "copied" ? words.copied : outcome === "refused" ? words.couldNotCopy : label;
  const icon = outcome === "copied" ? <Check /> : outcome === "refused" ? <X /> : <Copy />;

  return (
    <>
      {iconOnly ? (
        <IconButton label={label} hint={shown} onPress={() => void copy()}>
          {icon}
        </IconButton>
      ) : (
        <Button icon={icon} onPress={() => void copy()}>
          {shown}
        </Button>
      )}
      <span role="status" className="sr-only">
        {outcome && shown}
      </span>
    </>
  );
}
