import { t } from "../../strings/posture";
import { ErrorNote } from "../../ui/ErrorNote";
import { Figure, Section } from "../../ui/parts";
import { number } from "../../ui/words";
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
        <Figure label={t.revoked} value={data && number(data.changes.revoked)} note={t.period} to="/audit" search={{ type: "iam.grant.revoked" }} />
        <Figure label={t.expired} value={data && number(data.changes.expired)} note={t.period} />
      </div>
    </Section>
  );
}
