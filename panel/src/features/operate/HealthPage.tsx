import { api } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Mark, Page, Section } from "../../ui/parts";
import { Rows } from "../../ui/Rows";
import { useRead } from "../../ui/useRead";

const CHECKS: Record<string, string> = {
  database: "It answers",
  "decision-log": "Decisions can be recorded",
  "key-provider": "Private keys can be unsealed",
  policies: "Policies are in memory and up to date",
  schema: "The database has the tables of this version",
  "signing-key": "Tokens can be signed",
};

/** The readiness checks of the service, and its unsafe settings. */
export function HealthPage() {
  const { data, error, refetch } = useRead(["installation"], () => api().GET("/api/iam/v1/installation"));
  const it = data?.it;
  return (
    <Page title="Health">
      <p className="quiet" style={{ margin: "-8px 0 0" }}>Of the server that answered. Servers of one installation may differ; their metrics show all of them.</p>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {it && (
        <>
          <Section title="Needed to answer">
            <Rows label="Checks" rows={it.checks} id={(row) => row.name}
              columns={[
                { title: "Check", cell: (row) => <span className="mono">{row.name}</span> },
                { title: "State", cell: (row) => row.ready ? <Mark tone="allow">ready</Mark> : <Mark tone="deny">not ready</Mark> },
                { title: "Means", cell: (row) => CHECKS[row.name] ?? "–" },
              ]} />
          </Section>
          <Section title="Unsafe settings">
            <Rows label="Unsafe settings" rows={it.findings} id={(row) => row.setting + row.problem}
              empty={<Empty title="No setting is unsafe.">Each start looks for those that are.</Empty>}
              columns={[
                { title: "Setting", cell: (row) => <span className="mono">{row.setting}</span> },
                { title: "Effect", cell: (row) => row.severe ? <Mark tone="deny">refused in production</Mark> : <Mark tone="step">warning</Mark> },
                { title: "Problem", cell: (row) => <span className="name">{row.problem}</span> },
                { title: "Remedy", cell: (row) => <span className="name">{row.remedy}</span> },
              ]} />
          </Section>
        </>
      )}
    </Page>
  );
}
