import type { ReactNode } from "react";
import { ProductMark } from "#components/ui/product-mark";

interface AuthCardProps {
  title: string;
  children: ReactNode;
  /** Shown below the card. */
  below?: ReactNode;
}

/** The frame of a page that needs no session: the product's mark above a card with a title. */
export function AuthCard({ title, children, below }: AuthCardProps) {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(3rem,16vh)] pb-10">
      <div className="w-full max-w-88">
        <div className="mb-6 flex justify-center">
          <ProductMark />
        </div>
        <section
          aria-labelledby="title"
          className="rounded-lg border border-line bg-surface p-6 max-sm:border-0 max-sm:bg-transparent max-sm:p-0"
        >
          <h1 id="title" className="mb-5 text-lg font-semibold">
            {title}
          </h1>
          {children}
        </section>
        {below}
      </div>
    </main>
  );
}
