import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { count, several } from "../../ui/words";

export type Role = Schemas["RoleView"];

const COLUMNS: Column<Role>[] = [
  { title: "Role", cell: (row) => <><Link to="/roles/$role" params={{ role: row.key }} className="name"><strong><bdi>{row.label}</bdi></strong></Link><div className="mono quiet">{row.key}</div></> },
  { title: "Gives", cell: (row) => <Gives of={row} /> },
  { title: "Kind", cell: (row) => <Kind of={row} /> },
  { title: "Status", cell: (row) => row.status },
  { title: "Holders", cell: (row) => <Link to="/grants" search={{ key: row.key, status: "active" }} aria-label={`Who has it: ${row.key}`}>Who has it</Link> },
];

const SHOWN = 6;

export function Kind({ of }: { of: Role }) {
  return of.is_privileged ? <Mark tone="step">privileged</Mark> : of.is_break_glass ? <Mark tone="step">break glass</Mark> : <>usual</>;
}

/** The first permissions of a role, and the others where a person asks for them. */
function Gives({ of }: { of: Role }) {
  const all = [...of.permissions, ...of.includes.map((role) => `all of ${role}`)];
  return (
    <>
      <span className="mono">{all.slice(0, SHOWN).join(", ") || "nothing"}</span>
      {all.length > SHOWN && (
        <details><summary>{count(all.length - SHOWN, "more permission")}</summary><span className="mono">{all.slice(SHOWN).join(", ")}</span></details>
      )}
    </>
  );
}

export function RolesPage() {
  const search = useSearch({ from: "/roles" });
  const navigate = useNavigate();
  const list = useList<Role>(["roles", search], async (cursor) =>
    body(api().GET("/api/iam/v1/roles", { params: { query: { "filter[application]": search.application, cursor, limit: 50 } } })));
  return (
    <Page title="Roles">
      <May needs="iam:roles.manage">
        <Section title="New role of your organization">
          <EntryForm act="Create role"
            entries={[
              { name: "key", label: "Key", placeholder: "night-shift", required: true },
              { name: "label", label: "Name", placeholder: "Night shift", required: true },
              { name: "permissions", label: "Permissions, by comma", placeholder: "warehouse:stock.read", required: true },
            ]}
            run={({ key: role, label, permissions }, key) => api().POST("/api/iam/v1/roles",
              { params: { header: once(key) }, body: { key: role, label, permissions: several(permissions) } })} />
        </Section>
      </May>
      <Section title="Roles and their permissions">
        <Filters key={JSON.stringify(search)} values={search}
          onChange={(values) => void navigate({ to: "/roles", search: values })}
          filters={[{ name: "application", label: "Application", placeholder: "warehouse" }]} />
        <ListTable label="Roles" list={list} columns={COLUMNS} id={(row) => row.key}
          empty={<Empty title="No role matches.">Applications declare roles in their manifests, and you can create one above.</Empty>} />
      </Section>
    </Page>
  );
}
