"use client";

import type { ReactNode } from "react";
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from "react-aria-components/Tabs";

export interface TabsProps {
  /** What the tabs are views of. */
  label: string;
  tabs: readonly { id: string; title: ReactNode; content: ReactNode }[];
}

/** Several views of one thing, of which one shows. Only the shown one is rendered. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <AriaTabs className="flex min-w-0 flex-col">
      <TabList aria-label={label} className="flex gap-4 overflow-x-auto border-b border-line">
        {tabs.map(({ id, title }) => (
          <Tab
            key={id}
            id={id}
            className="relative cursor-default py-2 text-sm whitespace-nowrap text-faint outline-offset-[-2px] transition-colors duration-100 data-hovered:text-fg data-selected:font-medium data-selected:text-fg data-selected:after:absolute data-selected:after:inset-x-0 data-selected:after:-bottom-px data-selected:after:h-0.5 data-selected:after:bg-accent"
          >
            {title}
          </Tab>
        ))}
      </TabList>
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} id={id} className="min-w-0 pt-3">
          {content}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
