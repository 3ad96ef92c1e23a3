"use client";

import { Building2, Keyboard, Lock, LogOut, Monitor, Moon, Sun, UserRound, UsersRound } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuSection } from "#components/ui/menu";
import { useShortcutWords } from "#components/ui/use-shortcut-words";
import { theme } from "#lib/browser/session/display";
import { requestLock } from "#lib/browser/session/lock";
import { switchOrganization } from "#lib/browser/session/organization";
import type { OwnOrganization } from "#lib/sign-in/own-organization";
import { useOpenShortcuts } from "./shortcuts.tsx";
import { words } from "./words.ts";

export interface ConsoleUser {
  name: string;
  email: string;
  organizationId: string;
  /** The organizations to switch between; none for a person of one organization. */
  organizations: readonly OwnOrganization[];
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
    <MenuSection title={words.theme} selected={chosen} onSelect={choose}>
      <MenuItem id="system" label={words.likeDevice} icon={<Monitor />} />
      <MenuItem id="light" label={words.light} icon={<Sun />} />
      <MenuItem id="dark" label={words.dark} icon={<Moon />} />
    </MenuSection>
  );
}

/** Lists the person's organizations; another one opens from its start, so that this page keeps nothing of the present one. */
function OrganizationChoice({ user, onFailed }: { user: ConsoleUser; onFailed: (reason: string) => void }) {
  if (user.organizations.length < 2) return null;
  const choose = (id: string) => {
    if (id !== user.organizationId) switchOrganization(id).catch((error: Error) => onFailed(error.message));
  };
  return (
    <MenuSection title={words.organization} selected={user.organizationId} onSelect={choose}>
      {user.organizations.map(({ id, name }) => (
        <MenuItem key={id} id={id} label={name} icon={<Building2 />} />
      ))}
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
  const lockKeys = useShortcutWords("⇧L");
  const router = useRouter();
  const [refusal, setRefusal] = useState<string | null>(null);
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
      <span className="sr-only">: {words.themeAndSignOut.toLowerCase()}</span>
    </Button>
  );
  return (
    <Menu
      label={words.themeAndSignOut}
      trigger={trigger}
      placement={withName ? "top start" : "bottom end"}
      heading={
        <>
          <p className="truncate font-medium text-fg">{user.name}</p>
          <p className="truncate text-xs text-faint">{user.email}</p>
          {refusal ? (
            <p role="alert" className="mt-1 max-w-64 text-sm text-danger">
              {refusal}
            </p>
          ) : null}
        </>
      }
      onAction={(id) => {
        if (id === "shortcuts") openShortcuts();
        if (id === "lock") requestLock("self");
        if (id === "switch-person") requestLock("other");
        if (id === "sign-out") void leave();
        if (id === "account" && ownPage) router.push(ownPage);
      }}
    >
      <OrganizationChoice user={user} onFailed={setRefusal} />
      <ThemeChoice />
      <MenuSection>
        {ownPage ? <MenuItem id="account" label={words.yourAccount} icon={<UserRound />} /> : null}
        <MenuItem id="shortcuts" label={words.keyboardShortcuts} icon={<Keyboard />} keys="?" />
        {ownPage ? <MenuItem id="lock" label={words.lock} icon={<Lock />} keys={lockKeys} /> : null}
        {ownPage ? <MenuItem id="switch-person" label={words.switchPerson} icon={<UsersRound />} /> : null}
        <MenuItem id="sign-out" label={words.signOut} icon={<LogOut />} />
      </MenuSection>
    </Menu>
  );
}
