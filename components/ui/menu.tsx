"use client";

import { Check, ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Header } from "react-aria-components/Header";
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  type Key,
  Keyboard,
  MenuTrigger,
  SubmenuTrigger,
} from "react-aria-components/Menu";
import { classes } from "./classes.ts";
import { Facts } from "./facts.tsx";
import { Popover } from "./popover.tsx";
import { useNarrow } from "./use-narrow.tsx";

export interface MenuProps {
  /** The menu's accessible name. */
  label: string;
  /** The button that opens it. */
  trigger: ReactNode;
  /** Static content above the items. */
  heading?: ReactNode;
  /** Static content below the items, read out as the menu's description. */
  footing?: ReactNode;
  placement?: "bottom start" | "bottom end" | "top start";
  disabledKeys?: Iterable<Key>;
  onAction?: (id: string) => void;
  /** Menu sections and items. */
  children: ReactNode;
}

/** Shows a button that opens a list of actions. */
export function Menu({
  label,
  trigger,
  heading,
  footing,
  placement = "bottom start",
  disabledKeys,
  onAction,
  children,
}: MenuProps) {
  const footingId = useId();
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement={placement} offset={12} className="max-w-[calc(100vw-1rem)] min-w-56">
        {heading && <div className="border-b border-line px-3 py-2.5">{heading}</div>}
        <AriaMenu
          aria-label={label}
          {...(footing && { "aria-describedby": footingId })}
          {...(disabledKeys && { disabledKeys })}
          {...(onAction && { onAction: (key: Key) => onAction(String(key)) })}
          className={classes("max-h-[inherit] overflow-auto p-1 outline-none", footing ? "shrink-0" : "")}
        >
          {children}
        </AriaMenu>
        {footing && (
          <div id={footingId} className="border-t border-line px-3 py-2.5">
            {footing}
          </div>
        )}
      </Popover>
    </MenuTrigger>
  );
}

export interface MenuItemProps {
  id: string;
  label: string;
  /** Second line: the effect of the action, or why it is disabled. */
  detail?: ReactNode;
  icon?: ReactNode;
  /** The keyboard shortcut. */
  keys?: string;
}

/** Shows an action or option of a menu. */
export function MenuItem({ id, label, detail, icon, keys }: MenuItemProps) {
  return (
    <AriaMenuItem
      id={id}
      textValue={label}
      className="group flex cursor-default items-start gap-2.5 rounded-md px-2 py-1.5 text-base text-fg outline-none select-none data-disabled:text-faint data-focused:bg-hover pointer-coarse:py-2.5 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
    >
      {({ isSelected, selectionMode, hasSubmenu }) => (
        <>
          {icon && <span className="text-faint">{icon}</span>}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{label}</span>
            {detail && (
              <span className="block text-xs text-faint">
                {typeof detail === "string" ? <Facts of={detail} /> : detail}
              </span>
            )}
          </span>
          {keys && <Keyboard className="font-text text-xs text-faint">{keys}</Keyboard>}
          {hasSubmenu && <ChevronRight aria-hidden="true" className="text-faint" />}
          {selectionMode !== "none" && (
            <Check aria-hidden="true" className={isSelected ? "text-accent-text" : "invisible"} />
          )}
        </>
      )}
    </AriaMenuItem>
  );
}

export interface MenuGroupProps {
  id: string;
  /** Names the entry and the menu that it opens. */
  label: string;
  onAction: (id: string) => void;
  /** Menu items. */
  children: ReactNode;
}

/** Shows an entry of a menu that opens further ones beside it. */
export function MenuGroup({ id, label, onAction, children }: MenuGroupProps) {
  // On a phone there is no room beside a menu.
  const placement = useNarrow() ? "bottom end" : "end top";
  return (
    <SubmenuTrigger>
      <MenuItem id={id} label={label} />
      <Popover placement={placement} offset={-2} className="max-w-[calc(100vw-1rem)] min-w-48">
        <AriaMenu
          aria-label={label}
          onAction={(key) => onAction(String(key))}
          className="max-h-[inherit] overflow-auto p-1 outline-none"
        >
          {children}
        </AriaMenu>
      </Popover>
    </SubmenuTrigger>
  );
}

export interface MenuSectionProps {
  title?: string;
  /** The id of the selected item, if the section is a single choice. */
  selected?: string;
  onSelect?: (id: string) => void;
  children: ReactNode;
}

/** Groups menu items; with `selected`, as a single choice. */
export function MenuSection({ title, selected, onSelect, children }: MenuSectionProps) {
  const choice =
    selected === undefined
      ? {}
      : {
          selectionMode: "single" as const,
          disallowEmptySelection: true,
          selectedKeys: [selected],
          onSelectionChange: (keys: "all" | Set<Key>) => {
            const [key] = keys === "all" ? [] : keys;
            if (key !== undefined) onSelect?.(String(key));
          },
        };
  return (
    <AriaMenuSection {...choice} className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1">
      {title && <Header className="px-2 pt-1.5 pb-1 text-xs font-medium text-faint">{title}</Header>}
      {children}
    </AriaMenuSection>
  );
}
