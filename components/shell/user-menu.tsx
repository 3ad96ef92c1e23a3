"use client";

import { Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuSection } from "#components/ui/menu";
import { theme } from "#lib/browser/session/display";

import { useOpenShortcuts } from "./shortcuts.tsx";

export interface ConsoleUser {
  name: string;
  email: string;
}

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join("")
    .toUpperCase();

async function leave(): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ callbackUrl: "/sign-in" });
}

function ThemeChoice() {
  const [chosen, setChosen] = useState(theme.current);
  const choose = (id: string) => {
    theme.choose(theme.read(id));
    setChosen(theme.read(id));
  };
  return (
    <MenuSection title="Theme" selected={chosen} onSelect={choose}>
      <MenuItem id="system" label="Like this device" icon={<Monitor />} />
      <MenuItem id="light" label="Light" icon={<Sun />} />
      <MenuItem id="dark" label="Dark" icon={<Moon />} />
    </MenuSection>
  );
}

export interface UserMenuProps {
  user: ConsoleUser;
  /** The path of the person's own page; without one the menu does not offer it. */
  ownPage?: string;
  /** Shows the name beside the initials, if there is room for a whole line. */
  withName?: boolean;
}

/** Shows the signed-in user with a menu to change the theme and to sign out. */
export function UserMenu({ user, ownPage, withName = false }: UserMenuProps) {
  const openShortcuts = useOpenShortcuts();
  const router = useRouter();
  const trigger = (
    <Button
      className={
        withName
          ? "flex w-full items-center gap-2.5 rounded-md p-1.5 text-left data-hovered:bg-hover"
          : "flex shrink-0 rounded-full transition-opacity duration-100 data-hovered:opacity-80"
      }
    >
      <span
        aria-hidden="true"
        className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent-text"
      >
        {initialsOf(user.name)}
      </span>
      <span className={withName ? "truncate font-medium" : "sr-only"}>{user.name}</span>
      <span className="sr-only">: theme and sign out</span>
    </Button>
  );
  return (
    <Menu
      label="Theme and sign out"
      trigger={trigger}
      placement={withName ? "top start" : "bottom end"}
      heading={
        <>
          <p className="truncate font-medium text-fg">{user.name}</p>
          <p className="truncate text-xs text-faint">{user.email}</p>
        </>
      }
      onAction={(id) => {
        if (id === "shortcuts") openShortcuts();
        if (id === "sign-out") void leave();
        if (id === "account" && ownPage) router.push(ownPage);
      }}
    >
      <ThemeChoice />
      <MenuSection>
        {ownPage ? <MenuItem id="account" label="Your account" icon={<UserRound />} /> : null}
        <MenuItem id="shortcuts" label="Keyboard shortcuts" icon={<Keyboard />} keys="?" />
        <MenuItem id="sign-out" label="Sign out" icon={<LogOut />} />
      </MenuSection>
    </Menu>
  );
}
