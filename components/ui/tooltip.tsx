"use client";

import type { ReactElement, ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

interface TooltipProps {
  /** A few words; never what a person needs to go on. */
  text: ReactNode;
  placement?: "top" | "bottom" | "left" | "right";
  /** One focusable element: a button or link of this folder. */
  children: ReactElement;
}

/** Words that appear beside a control when it is pointed at or focused by keyboard. */
export function Tooltip({ text, placement = "bottom", children }: TooltipProps) {
  return (
    <TooltipTrigger delay={500} closeDelay={80}>
      {children}
      <AriaTooltip
        placement={placement}
        offset={6}
        className="enter-float max-w-64 rounded-md bg-fg px-2 py-1 text-xs text-canvas shadow-tip"
      >
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
