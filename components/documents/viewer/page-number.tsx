"use client";

import { ChevronDown, ChevronUp } from "lucide-react";
import { useState } from "react";
import { CONTROL } from "#components/ui/control-look.ts";
import { IconButton } from "#components/ui/icon-button";
import { words } from "./words.ts";

interface PageNumberProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  onGo: (page: number) => void;
}

/** Shows the current page number and goes to another page. */
export function PageNumber({ page, pages, onGo }: PageNumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const go = () => {
    const wanted = Number(typed);
    if (typed !== null && Number.isInteger(wanted)) onGo(Math.min(pages, Math.max(1, wanted)));
    setTyped(null);
  };
  return (
    <div className="flex items-center">
      <IconButton label={words.previousPage} onPress={() => onGo(page - 1)} isDisabled={page <= 1}>
        <ChevronUp />
      </IconButton>
      <IconButton label={words.nextPage} onPress={() => onGo(page + 1)} isDisabled={page >= pages}>
        <ChevronDown />
      </IconButton>
      <span className="ml-1 flex items-center gap-1.5 text-sm whitespace-nowrap text-muted tabular-nums">
        <input
          aria-label={words.page}
          inputMode="numeric"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={go}
          onKeyDown={(event) => {
            if (event.key === "Enter") go();
          }}
          className={`${CONTROL} h-7 max-w-11 px-1 text-center`}
        />
        {words.ofPages(pages)}
      </span>
    </div>
  );
}
