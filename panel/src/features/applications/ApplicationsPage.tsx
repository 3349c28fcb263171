import { Link, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/applications";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { May } from "../../ui/May";
import { useList } from "../../ui/useList";
import { MANIFEST_COLUMNS, type Manifest } from "./manifests";
import { SubmitManifest } from "./SubmitManifest";

type Row = Schemas["ApplicationView"];

const COLUMNS: Column<Row>[] = [
  { title: t.application, cell: (row) => <Link to="/applications/$application" params={{ application: row.key }} className="name"><bdi>{row.name}</bdi></Link> },
  { title: t.key, cell: (row) => <span className="mono">{row.key}</span> },
  { title: t.risk, cell: (row) => row.risk_level },
  { title: t.status, cell: (row) => row.status },
  { title: t.manifest, cell: (row) => t.versionWith(row.manifest_version) },
  { title: t.since, cell: (row) => <When at={row.created_at} /> },
];

const STATUSES = ["submitted", "validated", "pending_approval", "approved", "applied", "rolled_back", "rejected"];

export function ApplicationsPage() {
  const search = useSearch({ from: "/applications" });
  const list = useList<Row>(["applications"], async (cursor) =>
    body(api().GET("/api/iam/v1/applications", { params: { query: { cursor, limit: 50 } } })));
  const manifests = useList<Manifest>(["manifests", search], async (cursor) =>
    body(api().GET("/api/iam/v1/manifests", { params: { query: { "filter[status]": search.status, cursor, limit: 50 } } })));
  return (
    <Page title={t.applications}>
      <Section title={t.applicationsYourOrganization}>
        <ListTable label={t.applications} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noApplicationYet}>{t.firstManifestAppliedMakes}</Empty>} />
      </Section>
      <Section title={t.manifests}>
        <p className="quiet" style={{ margin: "0 0 10px" }}>{t.manifestDeclares}</p>
        {list.isSuccess && (
          <May needs="iam:manifests.submit">
            <details className="more" open={list.rows.length === 0} style={{ marginBottom: 12 }}><summary>{t.submitManifest}</summary><SubmitManifest /></details>
          </May>
        )}
        <Filters filters={[{ name: "status", label: t.status, choices: STATUSES }]} />
        <ListTable label={t.manifests} list={manifests} columns={MANIFEST_COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noManifestMatches}>{t.applicationsSubmitManifestsBy}</Empty>} />
      </Section>
    </Page>
  );
}
