import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Figure, Note, Section } from "../../ui/parts";
import { clock, count, exact, number, percent } from "../../ui/words";
import { DecisionPlot } from "./DecisionPlot";
import { useDecisions } from "./queries";
import { columns, from, spike, type WindowName } from "./series";

const MOST = 5;

export function DecisionSection({ window }: { window: WindowName }) {
  const { data, error, refetch } = useDecisions(window);
  const filled = useMemo(() => data && columns(data.window, data.series), [data]);
  const found = useMemo(() => filled && spike(filled), [filled]);
  const since = from(window, Date.now());
  const refused = error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data && refused) return <Section title="Decisions">{refused}</Section>;
  const denied = Object.entries(data?.top_denied ?? {}).sort((a, b) => b[1] - a[1]).slice(0, MOST);
  return (
    <Section title="Decisions">
      {refused}
      {found && filled && (
        <div style={{ marginBottom: 12 }}>
          <Note tone="deny" title={`Denials rose to ${number(filled.deny[found.worst] ?? 0)} at ${moment(filled.start[found.worst] ?? 0, window)}`}>
            <p>Usual are {number(found.usual)}. <Link to="/decisions" search={{ outcome: "deny", from: iso(filled.start[found.worst] ?? 0), to: iso((filled.start[found.worst] ?? 0) + (data?.window.interval_seconds ?? 0)) }}>See these denials</Link></p>
          </Note>
        </div>
      )}
      <div className="figures">
        <Figure label="Asked" value={data && number(data.total)} to="/decisions" search={{ from: since }}
          note={data && data.unlogged > 0 ? `${number(data.unlogged)} not in the log` : undefined} />
        <Figure label="Allowed" value={data && number(data.allow)} to="/decisions" search={{ outcome: "allow", from: since }} />
        <Figure label="Denied" value={data && number(data.deny)} note={data && `${percent(data.deny_rate)} of all`} to="/decisions" search={{ outcome: "deny", from: since }} />
        <Figure label="Needs step-up" value={data && number(data.step_up)} note={data && `${percent(data.step_up_rate)} of all`} to="/decisions" search={{ outcome: "step_up", from: since }} />
      </div>
      {data?.total === 0 ? (
        <Empty title="No decision in this period.">
          Applications ask <span className="mono">POST decisions/check</span>. Try a question on the page <Link to="/ask">Ask</Link>.
        </Empty>
      ) : (
        filled ? <DecisionPlot of={filled} spike={found}
          summary={`Decisions over time: ${number(data?.allow ?? 0)} allowed, ${number(data?.deny ?? 0)} denied, ${number(data?.step_up ?? 0)} in need of step-up. ${found ? "Denials rose far above the usual." : "No unusual rise of denials."}`} />
          : <div style={{ height: 232 }} />
      )}
      {denied.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label="Denied most often">
          <table className="table">
            <thead><tr><th scope="col">Denied most often</th><th scope="col">Denials</th><th scope="col"><span className="hidden">List</span></th></tr></thead>
            <tbody>
              {denied.map(([key, times]) => (
                <tr key={key}>
                  <td className="mono">{key}</td>
                  <td>{count(times, "denial")}</td>
                  <td><Link to="/decisions" search={{ outcome: "deny", key, from: since }} aria-label={`See denials of ${key}`}>See denials</Link></td>
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
