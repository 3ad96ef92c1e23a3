"use client";

import { Button } from "#components/ui/button";
import { CheckGroup, type CheckGroupProps } from "#components/ui/check-group";
import { words } from "./words.ts";

/** A choice of scopes, all of which one press chooses. */
export function ScopeGroup(props: CheckGroupProps) {
  const { options, value, onChange, label } = props;
  return (
    <CheckGroup
      {...props}
      before={
        value.length < options.length ? (
          <Button
            size="sm"
            variant="quiet"
            className="self-start"
            aria-label={`${words.all}: ${label}`}
            onPress={() => onChange(options.map(({ id }) => id))}
          >
            {words.all}
          </Button>
        ) : null
      }
    />
  );
}
