"use client";

import { Maximize2, Minus, Plus, Printer, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/icon-button";
import { words } from "./words.ts";
import { nextZoom, type Zoom } from "./zoom.ts";

interface ViewerToolbarProps {
  zoom: Zoom;
  /** The drawn scale as a share of the real size. */
  scale: number;
  onZoom: (zoom: Zoom) => void;
  onRotate: () => void;
  onPrint: () => void;
  printing: boolean;
  /** Controls at the beginning: pages. */
  before?: ReactNode;
  /** Controls at the end: search. */
  children?: ReactNode;
}

/** Controls of a drawn document: zoom, rotation, printing. */
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
      aria-label={words.view}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-2 py-1"
    >
      {before}
      <div className="flex items-center">
        <IconButton label={words.zoomOut} onPress={() => onZoom(nextZoom(scale, -1))}>
          <Minus />
        </IconButton>
        <output aria-label={words.zoom} className="w-11 text-center text-sm text-muted">
          {Math.round(scale * 100)} %
        </output>
        <IconButton label={words.zoomIn} onPress={() => onZoom(nextZoom(scale, 1))}>
          <Plus />
        </IconButton>
        <IconButton label={words.fitTheWidth} onPress={() => onZoom("fit")} isDisabled={zoom === "fit"}>
          <Maximize2 />
        </IconButton>
      </div>
      <div className="flex items-center">
        <IconButton label={words.rotate} onPress={onRotate}>
          <RotateCw />
        </IconButton>
        <IconButton label={words.print} onPress={onPrint} isPending={printing}>
          <Printer />
        </IconButton>
      </div>
      {children}
    </div>
  );
}
