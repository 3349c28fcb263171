import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { t } from "../../strings/posture";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Figure, Note, Section } from "../../ui/parts";
import { clock, count, exact, number, percent } from "../../ui/words";
import { DecisionPlot } from "./DecisionPlot";
import { useDecisions } from "./queries";
import { columns, from, spike, type WindowName } from "./series";

const MOST = 5;
/** The figures count what applications asked; the list has the decisions about this service, too. */
const COUNTED = { except_app: "iam" };

export function DecisionSection({ window }: { window: WindowName }) {
  const { data, error, refetch } = useDecisions(window);
  const filled = useMemo(() => data && columns(data.window, data.series), [data]);
  const found = useMemo(() => filled && spike(filled), [filled]);
  const since = from(window, Date.now());
  const refused = error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data && refused) return <Section title={t.decisions}>{refused}</Section>;
  const denied = Object.entries(data?.top_denied ?? {}).sort((a, b) => b[1] - a[1]).slice(0, MOST);
  return (
    <Section title={t.decisions}>
      {refused}
      {found && filled && (
        <div style={{ marginBottom: 12 }}>
          <Note tone="deny" title={t.denialsRoseAt(number(filled.deny[found.worst] ?? 0), moment(filled.start[found.worst] ?? 0, window))}>
            <p>{t.usual(number(found.usual))} <Link to="/decisions" search={{ ...COUNTED, outcome: "deny", from: iso(filled.start[found.worst] ?? 0), to: iso((filled.start[found.worst] ?? 0) + (data?.window.interval_seconds ?? 0)) }}>{t.seeTheseDenials}</Link></p>
          </Note>
        </div>
      )}
      <div className="figures">
        <Figure label={t.asked} value={data && number(data.total)} to="/decisions" search={{ ...COUNTED, from: since }}
          note={data && (data.unlogged > 0 ? t.byApplicationsNotLog(number(data.unlogged)) : t.byApplications)} />
        <Figure label={t.allowed} value={data && number(data.allow)} to="/decisions" search={{ ...COUNTED, outcome: "allow", from: since }} />
        <Figure label={t.denied} value={data && number(data.deny)} note={data && t.all(percent(data.deny_rate))} to="/decisions" search={{ ...COUNTED, outcome: "deny", from: since }} />
        <Figure label={t.needsStepUp} value={data && number(data.step_up)} note={data && t.all(percent(data.step_up_rate))} to="/decisions" search={{ ...COUNTED, outcome: "step_up", from: since }} />
      </div>
      {data?.total === 0 ? (
        <Empty title={t.noDecisionPeriod}>
          {t.applicationsAsk} <span className="mono">{t.postDecisionsCheck}</span>{t.tryQuestionPage} <Link to="/ask">{t.ask}</Link>. {t.beginApplication} <Link to="/applications">{t.applications}</Link>.
        </Empty>
      ) : (
        filled ? <DecisionPlot of={filled} spike={found}
          summary={t.decisionsOverTimeAllowed(number(data?.allow ?? 0), number(data?.deny ?? 0), number(data?.step_up ?? 0), found ? t.denialsRoseFarAbove : t.noUnusualRiseDenials)} />
          : <div style={{ height: 232 }} />
      )}
      {denied.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={t.deniedMostOften}>
          <table className="table">
            <thead><tr><th scope="col">{t.deniedMostOften}</th><th scope="col">{t.denials}</th></tr></thead>
            <tbody>
              {denied.map(([key, times]) => (
                <tr key={key}>
                  <td className="mono">{key}</td>
                  <td><Link to="/decisions" search={{ ...COUNTED, outcome: "deny", key, from: since }} aria-label={t.ofKey(count(times, t.denial), key)}>{count(times, t.denial)}</Link></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

function moment(seconds: number, window: WindowName): string {
  return window === "24h" ? clock(seconds * 1000) : exact(seconds * 1000);
}
