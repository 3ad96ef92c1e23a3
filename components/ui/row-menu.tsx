"use client";

import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./icon-button.tsx";
import { Menu } from "./menu.tsx";
import { words } from "./words.ts";

interface RowMenuProps<Action extends string> {
  /** The name of the row's thing. */
  name: string;
  disabledKeys?: Iterable<Action>;
  onAction: (action: Action) => void;
  /** Menu items, whose ids are the actions. */
  children: ReactNode;
}

/** Shows the actions of a table row, behind a button at its end. */
export function RowMenu<Action extends string>({ name, disabledKeys = [], onAction, children }: RowMenuProps<Action>) {
  const label = `${words.actionsFor} ${name}`;
  return (
    <Menu
      label={label}
      placement="bottom end"
      disabledKeys={disabledKeys}
      trigger={
        <IconButton label={label}>
          <Ellipsis />
        </IconButton>
      }
      onAction={(chosen) => onAction(chosen as Action)}
    >
      {children}
    </Menu>
  );
}
