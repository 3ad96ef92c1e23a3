import { Trash2 } from "lucide-react";
import type { Column } from "#components/ui/data-table/column.ts";
import { IconButton } from "#components/ui/icon-button";
import type { EmrAppModel } from "#lib/administration/emr-apps/model";
import { words } from "./emr-apps-words.ts";

const provedBy = (app: EmrAppModel): string => (app.of === "deployment" ? words.ofDeployment : words[app.proof]);

/** Returns the columns of the table of apps at EMRs. */
export const emrAppsColumns = (onRemove: (app: EmrAppModel) => void): readonly Column<EmrAppModel>[] => [
  {
    id: "issuer",
    title: words.issuer,
    always: true,
    grow: 2,
    className: "whitespace-normal break-all",
    sort: ({ issuer }) => issuer,
    cell: ({ issuer }) => <span className="font-medium">{issuer}</span>,
  },
  {
    id: "client_id",
    title: words.clientId,
    grow: 1,
    hideBelow: "sm",
    sort: ({ client_id }) => client_id,
    cell: ({ client_id }) => <span className="text-muted">{client_id}</span>,
  },
  {
    id: "proof",
    title: words.proof,
    hideBelow: "lg",
    sort: provedBy,
    cell: (app) => <span className="text-muted">{provedBy(app)}</span>,
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (app) =>
      app.of === "deployment" ? null : (
        <IconButton label={words.removeNamed(app.issuer)} onPress={() => onRemove(app)}>
          <Trash2 />
        </IconButton>
      ),
  },
];
