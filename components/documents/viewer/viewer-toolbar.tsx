"use client";

import { Maximize2, Minus, Plus, Printer, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/icon-button";
import { isEmbedded } from "#lib/browser/session/authority";
import { nextZoom, type Zoom } from "./zoom.ts";

interface ViewerToolbarProps {
  zoom: Zoom;
  /** What is drawn now, as a share of the real size. */
  scale: number;
  onZoom: (zoom: Zoom) => void;
  onRotate: () => void;
  onPrint: () => void;
  printing: boolean;
  /** What stands before the rest: pages. */
  before?: ReactNode;
  /** What stands behind it: finding. */
  children?: ReactNode;
}

/** How something drawn is looked at: enlarged, turned, printed. */
export function ViewerToolbar({
  zoom,
  scale,
  onZoom,
  onRotate,
  onPrint,
  printing,
  before,
  children,
}: ViewerToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="View"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1"
    >
      {before}
      <div className="flex items-center">
        <IconButton label="Zoom out" onPress={() => onZoom(nextZoom(scale, -1))}>
          <Minus />
        </IconButton>
        <output aria-label="Zoom" className="w-11 text-center text-sm text-muted">
          {Math.round(scale * 100)} %
        </output>
        <IconButton label="Zoom in" onPress={() => onZoom(nextZoom(scale, 1))}>
          <Plus />
        </IconButton>
        <IconButton label="Fit the width" onPress={() => onZoom("fit")} isDisabled={zoom === "fit"}>
          <Maximize2 />
        </IconButton>
      </div>
      <div className="flex items-center">
        <IconButton label="Rotate" onPress={onRotate}>
          <RotateCw />
        </IconButton>
        {/* A partner's frame lets nothing print. */}
        {isEmbedded() ? null : (
          <IconButton label="Print" onPress={onPrint} isPending={printing}>
            <Printer />
          </IconButton>
        )}
      </div>
      {children}
    </div>
  );
}
