"use client";

import { Link2 } from "lucide-react";
import { Button } from "#components/ui/button";
import { Drawer } from "#components/ui/drawer";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import type { ApiClientModel } from "#lib/administration/api-clients/model";
import { linkTokens } from "#lib/browser/api/link-tokens";
import { useRows } from "#lib/browser/page/use-rows";
import { useAccountId } from "#lib/browser/session/account";
import { LinkRow } from "./link-row.tsx";
import { words } from "./links-words.ts";

interface LinksDrawerProps {
  client: ApiClientModel;
  onClose: () => void;
}

/** Lists every link that an API client has asked its customers for, newest first. */
export function LinksDrawer({ client: { id, name }, onClose }: LinksDrawerProps) {
  const { query, rows, more } = useRows(linkTokens(useAccountId(), id));
  return (
    <Drawer
      isOpen
      onClose={onClose}
      title={words.linksOf(name)}
      detail={words.note}
      footer={
        more ? (
          <Button pending={query.isFetchingNextPage} onPress={more}>
            {words.showMore}
          </Button>
        ) : undefined
      }
    >
      <ListBody
        things="links"
        query={query}
        count={rows.length}
        usual={3}
        empty={
          <EmptyState icon={<Link2 aria-hidden="true" />} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      >
        <ul className="divide-y divide-line">
          {rows.map((link) => (
            <LinkRow key={link.id} link={link} />
          ))}
        </ul>
      </ListBody>
    </Drawer>
  );
}
