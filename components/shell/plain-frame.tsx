import type { ReactNode } from "react";
import { ProductMark } from "#components/ui/product-mark";
import { type ConsoleUser, UserMenu } from "./user-menu.tsx";

/** What stands around a page that belongs to no linked account: the bar above, with who is signed in. */
export function PlainFrame({ user, children }: { user: ConsoleUser; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <header className="fixed inset-x-0 top-0 z-30 flex h-topbar items-center justify-between border-b border-line bg-surface px-3 lg:pl-4.5">
        <ProductMark />
        <UserMenu user={user} />
      </header>
      <main className="pt-[calc(var(--topbar)+8vh)]">{children}</main>
    </div>
  );
}
