"use client";

import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";

interface TabsProps<Id extends string> {
  /** The accessible name of the tabs. */
  label: string;
  /** `count` is the number of a tab's entries; null while it is unknown. */
  tabs: readonly { id: Id; name: string; count?: string | null }[];
  value: Id;
  onChange: (id: Id) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** Shows one panel of several. The tabs wrap, so that all stay visible. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, children }: TabsProps<Id>) {
  return (
    <AriaTabs selectedKey={value} onSelectionChange={(key) => onChange(key as Id)} className="flex flex-col gap-4">
      <TabList aria-label={label} className="flex flex-wrap gap-x-4 border-b border-line">
        {tabs.map(({ id, name, count }) => (
          <Tab
            key={id}
            id={id}
            className="-mb-px flex h-9 shrink-0 cursor-default items-center rounded-sm border-b-2 border-transparent px-0.5 text-muted transition-colors duration-100 outline-offset-[-2px] data-hovered:text-fg data-selected:border-accent data-selected:font-medium data-selected:text-fg pointer-coarse:h-11"
          >
            {name}
            {count === undefined ? null : (
              <span className="ml-1.5 min-w-4 text-xs font-normal text-faint tabular-nums">{count}</span>
            )}
          </Tab>
        ))}
      </TabList>
      <TabPanel key={value} id={value} className="flex flex-col gap-4 outline-offset-4">
        {children}
      </TabPanel>
    </AriaTabs>
  );
}
