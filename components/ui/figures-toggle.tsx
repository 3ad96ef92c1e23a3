"use client";

import { Button } from "./button.tsx";
import { words } from "./words.ts";

interface FiguresToggleProps {
  isShown: boolean;
  onChange: (isShown: boolean) => void;
  className: string;
}

/** Shows or hides the table of a chart's figures. */
export function FiguresToggle({ isShown, onChange, className }: FiguresToggleProps) {
  return (
    <Button variant="quiet" size="sm" aria-pressed={isShown} onPress={() => onChange(!isShown)} className={className}>
      {isShown ? words.hideTheFigures : words.showTheFigures}
    </Button>
  );
}
