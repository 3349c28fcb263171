import { Link } from "@tanstack/react-router";
import { t } from "../../strings/posture";
import { ErrorNote } from "../../ui/ErrorNote";
import { Figure, Section } from "../../ui/parts";
import { count, number } from "../../ui/words";
import { useGrants } from "./queries";
import type { WindowName } from "./series";

export function AccessSection({ window }: { window: WindowName }) {
  const { data, error, refetch } = useGrants(window);
  const refused = error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data && refused) return <Section title={t.grants}>{refused}</Section>;
  const stale = data?.stale;
  return (
    <Section title={t.grants}>
      {refused}
      <div className="figures">
        <Figure label={t.active} value={data && number(data.active)} to="/grants" search={{ status: "active" }} />
        <Figure label={t.privileged} value={data && number(data.privileged)} note={t.rolesGivePower} />
        <Figure label={t.unusedLong} value={data && (stale === null || stale === undefined ? "–" : number(stale))}
          note={data && (stale === null || stale === undefined ? t.notScannedYet : t.candidatesRemoval)} to="/recommendations" />
        <Figure label={t.granted} value={data && number(data.changes.granted)} note={t.period} to="/audit" search={{ type: "iam.grant.created" }} />
        <Figure label={t.revoked} value={data && number(data.changes.revoked)} note={data && t.periodAndExpired(number(data.changes.expired))} to="/audit" search={{ type: "iam.grant.revoked" }} />
      </div>
      <Privileged of={data?.top_privileged ?? {}} />
    </Section>
  );
}

/** What most of the privileged grants give, each with those who have it. */
function Privileged({ of }: { of: Record<string, number> }) {
  const most = Object.entries(of).sort((a, b) => b[1] - a[1]);
  if (most.length === 0) return null;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.privilegedGrants}>
      <table className="table">
        <thead><tr><th scope="col">{t.privilegedGrants}</th><th scope="col">{t.grants}</th></tr></thead>
        <tbody>
          {most.map(([key, n]) => (
            <tr key={key}>
              <td className="mono">{key}</td>
              <td><Link to="/grants" search={{ key, status: "active" }} aria-label={t.ofKey(count(n, t.grant), key)}>{count(n, t.grant)}</Link></td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="quiet">{t.privilegedAre}</p>
    </div>
  );
}
