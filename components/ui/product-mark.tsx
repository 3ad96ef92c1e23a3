import { words } from "./words.ts";
/** Shows the product's logo and name. */
export function ProductMark() {
  return (
    <span className="flex items-center gap-2.5 text-base font-semibold tracking-tight text-fg">
      <svg viewBox="0 0 32 32" className="size-6 shrink-0" aria-hidden="true">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <path
          d="M7 17.5h4.2l2.6-7 4.4 12 2.7-7.2 1.1 2.2H25"
          fill="none"
          className="stroke-accent-on"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {words.clinicalRecords}
    </span>
  );
}
