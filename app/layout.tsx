import type { Metadata, Viewport } from "next";
import { cookies, headers } from "next/headers";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { titles } from "#components/shell/title-words.ts";
import { Locale } from "#components/ui/locale";
import { keepTypedEarly } from "#lib/browser/page/typed-early";
import { type DisplayChoice, density, theme } from "#lib/browser/session/display";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: titles.product, template: titles.inProduct("%s") },
  icons: { icon: "/icon.svg" },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#12171b" },
  ],
};

/** Every page is rendered per request: its scripts need a nonce, and the first paint needs the user's theme. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  await connection();
  const [jar, head] = await Promise.all([cookies(), headers()]);
  const stored = <Value extends string>({ cookie, read, attribute }: DisplayChoice<Value>) =>
    attribute(read(jar.get(cookie)?.value));
  const nonce = head.get("x-nonce");
  return (
    <html lang="en" data-theme={stored(theme)} data-density={stored(density)}>
      {/* The component library's style elements use this nonce. */}
      <head>
        {nonce && <meta property="csp-nonce" nonce={nonce} />}
        <script
          nonce={nonce ?? undefined}
          // The browser hides the nonce from scripts.
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, which must run before any file of scripts
          dangerouslySetInnerHTML={{ __html: `(${keepTypedEarly})()` }}
        />
      </head>
      <body>
        <Locale>{children}</Locale>
      </body>
    </html>
  );
}
