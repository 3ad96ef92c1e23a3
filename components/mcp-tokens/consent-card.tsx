import type { ReactNode } from "react";
import { Banner } from "#components/ui/banner";
import { ProductMark } from "#components/ui/product-mark";
import { words } from "./grant-words.ts";

interface ConsentCardProps {
  title: string;
  /** The signed-in person. */
  user: { name: string; email: string };
  children: ReactNode;
}

/** The frame of the page on which a person is asked by an assistant. */
export function ConsentCard({ title, user, children }: ConsentCardProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 py-10">
      <div className="w-full max-w-150">
        <div className="mb-6 flex justify-center">
          <ProductMark />
        </div>
        <section
          aria-labelledby="title"
          className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6 max-sm:border-0 max-sm:bg-transparent max-sm:p-0"
        >
          <h1 id="title" className="text-lg font-semibold">
            {title}
          </h1>
          {children}
        </section>
        <p className="mt-5 text-center text-xs text-balance text-faint">{words.signedInAs(user.name, user.email)}</p>
      </div>
    </main>
  );
}

interface AskingClientProps {
  /** As the client calls itself. */
  name: string;
  /** Host of its redirect URI. */
  host: string;
  /** Whether that is the person's own computer. */
  isHere: boolean;
}

/** Says who asks, in the client's own words, and where the answer goes. */
export function AskingClient({ name, host, isHere }: AskingClientProps) {
  return (
    <>
      <p className="break-words">
        <bdi className="font-medium">{name}</bdi> <span className="text-muted">{words.asks}</span>
      </p>
      <Banner
        tone="warning"
        title={
          <>
            {words.leadsTo} <bdi className="break-all">{isHere ? `${words.leadsHere} (${host})` : host}</bdi>
          </>
        }
      >
        {words.onlyIf}
      </Banner>
    </>
  );
}
