import { Link, useParams } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { t } from "../../strings/applications";
import { ErrorNote } from "../../ui/ErrorNote";
import { ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { MANIFEST_COLUMNS, type Manifest } from "./manifests";

/** One application and its manifests. */
export function ApplicationPage() {
  const { application } = useParams({ from: "/applications/$application" });
  const { data, error, refetch } = useRead(["application", application], () =>
    api().GET("/api/iam/v1/applications/{application}", { params: { path: { application } } }));
  const list = useList<Manifest>(["manifests", application], async (cursor) =>
    body(api().GET("/api/iam/v1/manifests", { params: { query: { "filter[application]": application, cursor, limit: 50 } } })));
  return (
    <Page title={data?.it.name ?? t.application} aside={<Link to="/applications">{t.allApplications}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Section title={t.application} aside={<Link to="/roles" search={{ application }}>{t.itsRoles}</Link>}>
            <dl className="facts">
              <dt>{t.key}</dt><dd className="mono">{data.it.key}</dd>
              <dt>{t.status}</dt><dd>{data.it.status}</dd>
              <dt>{t.risk}</dt><dd>{data.it.risk_level}</dd>
              <dt>{t.applied}</dt><dd>{t.version} {data.it.manifest_version}</dd>
              <dt>{t.since}</dt><dd><When at={data.it.created_at} /></dd>
            </dl>
          </Section>
          <Section title={t.manifests}>
            <ListTable label={t.manifests} list={list} columns={MANIFEST_COLUMNS} id={(row) => row.id} empty={<Empty title={t.noManifest} />} />
          </Section>
        </>
      )}
    </Page>
  );
}
