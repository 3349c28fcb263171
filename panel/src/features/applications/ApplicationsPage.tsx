import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { MANIFEST_COLUMNS, type Manifest } from "./manifests";

type Row = Schemas["ApplicationView"];

const COLUMNS: Column<Row>[] = [
  { title: "Application", cell: (row) => <Link to="/applications/$application" params={{ application: row.key }} className="name"><bdi>{row.name}</bdi></Link> },
  { title: "Key", cell: (row) => <span className="mono">{row.key}</span> },
  { title: "Risk", cell: (row) => row.risk_level },
  { title: "Status", cell: (row) => row.status },
  { title: "Manifest", cell: (row) => `version ${row.manifest_version}` },
  { title: "Since", cell: (row) => <When at={row.created_at} /> },
];

const STATUSES = ["submitted", "validated", "pending_approval", "approved", "applied", "rolled_back", "rejected"];

export function ApplicationsPage() {
  const search = useSearch({ from: "/applications" });
  const navigate = useNavigate();
  const list = useList<Row>(["applications"], async (cursor) =>
    body(api().GET("/api/iam/v1/applications", { params: { query: { cursor, limit: 50 } } })));
  const manifests = useList<Manifest>(["manifests", search], async (cursor) =>
    body(api().GET("/api/iam/v1/manifests", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title="Applications">
      <Section title="Applications of your organization">
        <ListTable label="Applications" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No application yet.">The first manifest that is applied makes one.</Empty>} />
      </Section>
      <Section title="Manifests">
        <Filters key={JSON.stringify(search)} values={search} onChange={(values) => void navigate({ to: "/applications", search: values })}
          filters={[{ name: "status", label: "Status", choices: STATUSES }]} />
        <ListTable label="Manifests" list={manifests} columns={MANIFEST_COLUMNS} id={(row) => row.id}
          empty={<Empty title="No manifest matches.">Applications submit manifests by the API, often from their pipeline.</Empty>} />
      </Section>
    </Page>
  );
}
