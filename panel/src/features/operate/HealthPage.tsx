import { api } from "../../api/client";
import { t } from "../../strings/operate";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Mark, Page, Section } from "../../ui/parts";
import { Rows } from "../../ui/Rows";
import { useRead } from "../../ui/useRead";

const CHECKS: Record<string, string> = t.checks;

/** The readiness checks of the service, and its unsafe settings. */
export function HealthPage() {
  const { data, error, refetch } = useRead(["installation"], () => api().GET("/api/iam/v1/installation"));
  const it = data?.it;
  return (
    <Page title={t.health}>
      <p className="quiet" style={{ margin: "-8px 0 0" }}>{t.serverAnsweredServersOne}</p>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {it && (
        <>
          <Section title={t.neededAnswer}>
            <Rows label={t.checksTitle} rows={it.checks} id={(row) => row.name}
              columns={[
                { title: t.check, cell: (row) => <span className="mono">{row.name}</span> },
                { title: t.state, cell: (row) => row.ready ? <Mark tone="allow">{t.ready}</Mark> : <Mark tone="deny">{t.notReady}</Mark> },
                { title: t.means, cell: (row) => CHECKS[row.name] ?? "–" },
              ]} />
          </Section>
          <Section title={t.unsafeSettings}>
            <Rows label={t.unsafeSettings} rows={it.findings} id={(row) => row.setting + row.problem}
              empty={<Empty title={t.noSettingUnsafe}>{t.eachStartLooksThose}</Empty>}
              columns={[
                { title: t.problem, cell: (row) => <><strong className="mono">{row.setting}</strong> <span className="name">{row.problem}</span><div className="quiet name">{t.remedy} {row.remedy}</div></> },
                { title: t.effect, cell: (row) => row.severe ? <Mark tone="deny">{t.refusedProduction}</Mark> : <Mark tone="step">{t.warning}</Mark> },
              ]} />
          </Section>
        </>
      )}
    </Page>
  );
}
