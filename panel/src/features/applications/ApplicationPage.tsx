import { Link, useParams } from "@tanstack/react-router";
import { api, body } from "../../api/client";
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
    <Page title={data?.it.name ?? "Application"} aside={<Link to="/applications">All applications</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Section title="Application" aside={<Link to="/roles" search={{ application }}>Its roles</Link>}>
            <dl className="facts">
              <dt>Key</dt><dd className="mono">{data.it.key}</dd>
              <dt>Status</dt><dd>{data.it.status}</dd>
              <dt>Risk</dt><dd>{data.it.risk_level}</dd>
              <dt>Applied</dt><dd>version {data.it.manifest_version}</dd>
              <dt>Since</dt><dd><When at={data.it.created_at} /></dd>
            </dl>
          </Section>
          <Section title="Manifests">
            <ListTable label="Manifests" list={list} columns={MANIFEST_COLUMNS} id={(row) => row.id} empty={<Empty title="No manifest." />} />
          </Section>
        </>
      )}
    </Page>
  );
}
