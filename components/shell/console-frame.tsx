"use client";

import type { ReactNode } from "react";
import { FileDrop } from "#components/forms/file-drop";
import { OperationDrawer } from "#components/forms/operation-drawer";
import { ActivityTray } from "#components/jobs/activity-tray";
import { HeldJobs } from "#components/jobs/held-jobs";
import { StreamState } from "#components/jobs/stream-state";
import { ProductMark } from "#components/ui/product-mark";
import { useHoldingSoon } from "#components/ui/use-held-rows.ts";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { useAccountId } from "#lib/browser/session/account";
import { AccountSwitcher } from "./account-switcher.tsx";
import { FirstSync } from "./first-sync.tsx";
import { LoginLost } from "./login-lost.tsx";
import { Navigation } from "./navigation.tsx";
import { NavigationSheet } from "./navigation-sheet.tsx";
import { NewMenu } from "./new-menu.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { PageBoundary } from "./page-boundary.tsx";
import { SearchButton } from "./search-button.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useFocusTrail } from "./use-focus-trail.ts";
import { type ConsoleUser, UserMenu } from "./user-menu.tsx";
import { words } from "./words.ts";

export interface ConsoleFrameProps {
  /** The linked accounts to switch between; the context has the present one. */
  accounts: readonly LinkedAccountModel[];
  user: ConsoleUser;
  children: ReactNode;
}

/**
 * The frame of every page of an account: navigation, top bar and drawer. The page shrinks beside an open drawer if
 * there is room.
 */
export function ConsoleFrame({ accounts, user, children }: ConsoleFrameProps) {
  useFocusTrail();
  useHoldingSoon();
  const ownPage = `/a/${useAccountId()}/account`;
  return (
    <Shortcuts>
      <div className="group/frame min-h-dvh">
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 font-medium text-accent-on focus:translate-y-0"
        >
          {words.skipToContent}
        </a>
        <header className="fixed inset-x-0 top-0 z-30 flex h-topbar items-center border-b border-line bg-surface px-1.5 sm:px-2 lg:px-0">
          <div className="w-sidebar shrink-0 pl-4.5 max-lg:hidden">
            <ProductMark />
          </div>
          <NavigationSheet user={user} ownPage={ownPage} />
          <div className="flex min-w-0 flex-1 items-center gap-0.5 sm:gap-2 lg:px-3">
            <AccountSwitcher accounts={accounts} />
            <div className="ml-auto flex shrink-0 items-center gap-0.5 sm:gap-2">
              <StreamState />
              <SearchButton />
              <NewMenu />
              <ActivityTray />
              <div className="flex max-sm:hidden">
                <UserMenu user={user} ownPage={ownPage} />
              </div>
            </div>
          </div>
        </header>
        <aside
          aria-label={words.navigation}
          className="fixed top-topbar bottom-0 left-0 z-10 w-sidebar border-r border-line bg-surface p-2 max-lg:hidden"
        >
          <Navigation />
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="min-h-dvh pt-topbar outline-none lg:pl-sidebar lg:group-has-data-drawer/frame:pr-drawer"
        >
          <OfflineNotice />
          <LoginLost />
          <FirstSync />
          <PageBoundary>{children}</PageBoundary>
        </main>
        <OperationDrawer />
        <HeldJobs />
        <FileDrop />
      </div>
    </Shortcuts>
  );
}
