"use client";

import type { ReactElement, ReactNode } from "react";
import { Tooltip as AriaTooltip, TooltipTrigger } from "react-aria-components/Tooltip";

interface TooltipProps {
  /** A few words; never information that the user needs to proceed. */
  text: ReactNode;
  placement?: "top" | "bottom" | "left" | "right";
  /** One focusable element: a button or link of this folder. */
  children: ReactElement;
}

/** Shows a text beside a control on hover and on keyboard focus. */
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
