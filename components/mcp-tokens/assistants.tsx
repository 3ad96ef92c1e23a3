"use client";

import { GrantsSection } from "./grants-section.tsx";
import { TokensSection } from "./tokens-section.tsx";

/** All that gives assistants access: the tokens that admins make, and what people have granted. */
export const Assistants = () => (
  <>
    <TokensSection />
    <GrantsSection whose="everyone" />
  </>
);
