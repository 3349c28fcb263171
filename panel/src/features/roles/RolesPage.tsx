import { Link, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/roles";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Section } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { count, several } from "../../ui/words";
import { approverFault, requestedBy } from "./request";

export type Role = Schemas["RoleView"];

function Name({ of }: { of: Role }) {
  return <Link to="/roles/$role" params={{ role: of.key }} className="name"><strong><bdi>{of.label}</bdi></strong></Link>;
}

const COLUMNS: Column<Role>[] = [
  { title: t.role, cell: (row) => <><Name of={row} /><div className="mono quiet">{row.key}</div></> },
  { title: t.gives, cell: (row) => <Gives of={row} /> },
  { title: t.kind, cell: (row) => <Kind of={row} /> },
  { title: t.status, cell: (row) => row.status },
  { title: t.holders, cell: (row) => <Link to="/grants" search={{ key: row.key, status: "active" }} aria-label={t.whoHasWith(row.key)}>{t.whoHas}</Link> },
];

const SHOWN = 6;

/** The control plane's roles are privileged, whatever they hold (docs/power.md); the figures count them so, too. */
export function Kind({ of }: { of: Role }) {
  return of.is_privileged || of.key.startsWith("iam:") ? <Mark tone="step">{t.privileged}</Mark> : of.is_break_glass ? <Mark tone="step">{t.breakGlass}</Mark> : <>{t.normal}</>;
}

/** The first permissions of a role, and the others where a person asks for them. */
function Gives({ of }: { of: Role }) {
  const all = [...of.permissions, ...of.includes.map((role) => t.all(role))];
  return (
    <>
      <span className="mono">{all.slice(0, SHOWN).join(", ") || t.nothing}</span>
      {all.length > SHOWN && (
        <details><summary>{count(all.length - SHOWN, t.morePermission)}</summary><span className="mono">{all.slice(SHOWN).join(", ")}</span></details>
      )}
    </>
  );
}

export function RolesPage() {
  const search = useSearch({ from: "/roles" });
  const list = useList<Role>(["roles", search], async (cursor) =>
    body(api().GET("/api/iam/v1/roles", { params: { query: { "filter[application]": search.application, cursor, limit: 50 } } })));
  return (
    <ListPage title={t.roles} label={t.newRole} needs="iam:roles.manage"
      form={
        <EntryForm act={t.createRole}
          entries={[
            { name: "key", label: t.key, placeholder: t.nightShift, required: true },
            { name: "label", label: t.name, placeholder: t.nightShiftTitle, required: true },
            { name: "permissions", label: t.permissions, description: t.oneLine, placeholder: "warehouse:stock.read", required: true, lines: true },
            { name: "request", label: t.requestsApprovedBy, description: t.emptyNoOneAsks, placeholder: t.nameOrUserAnn, subject: true, fault: approverFault },
          ]}
          run={({ key: role, label, permissions, request }, key) => body(api().POST("/api/iam/v1/roles",
            { params: { header: once(key) }, body: { key: role, label, permissions: several(permissions), ...requestedBy(request) } }))}
          named={({ data }) => <Name of={data} />} />
      }>
      <Section title={t.rolesTheirPermissions}>
        <Filters filters={[{ name: "application", label: t.application, placeholder: t.warehouse }]} />
        <ListTable label={t.roles} list={list} columns={COLUMNS} id={(row) => row.key}
          empty={<Empty title={t.noRoleMatches}>{t.applicationsDeclareRolesTheir}</Empty>} />
      </Section>
    </ListPage>
  );
}
