import type { Metadata } from "next";
import { InvitationPage } from "#components/sign-in/invitation-page";
import { ProductMark } from "#components/ui/product-mark";

export const metadata: Metadata = { title: "Choose a password", referrer: "no-referrer" };

/** Page of an invitation link. The token is in the fragment of the URL, which browsers do not send to the server. */
export default function Page() {
  return (
    <main className="flex min-h-dvh flex-col items-center px-4 pt-[max(3rem,16vh)] pb-10">
      <div className="w-full max-w-88">
        <div className="mb-6 flex justify-center">
          <ProductMark />
        </div>
        <section
          aria-labelledby="choose"
          className="rounded-lg border border-line bg-surface p-6 max-sm:border-0 max-sm:bg-transparent max-sm:p-0"
        >
          <h1 id="choose" className="mb-5 text-lg font-semibold">
            Choose a password
          </h1>
          <InvitationPage />
        </section>
      </div>
    </main>
  );
}
