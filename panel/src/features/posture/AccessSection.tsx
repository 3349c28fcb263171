import { ErrorNote } from "../../ui/ErrorNote";
import { Figure, Section } from "../../ui/parts";
import { number } from "../../ui/words";
import { useGrants } from "./queries";
import type { WindowName } from "./series";

export function AccessSection({ window }: { window: WindowName }) {
  const { data, error, refetch } = useGrants(window);
  const refused = error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data && refused) return <Section title="Grants">{refused}</Section>;
  const stale = data?.stale;
  return (
    <Section title="Grants">
      {refused}
      <div className="figures">
        <Figure label="Active" value={data && number(data.active)} to="/grants" search={{ status: "active" }} />
        <Figure label="Privileged" value={data && number(data.privileged)} note="roles that give power" />
        <Figure label="Unused for long" value={data && (stale === null || stale === undefined ? "–" : number(stale))}
          note={data && (stale === null || stale === undefined ? "not scanned yet" : "candidates for removal")} to="/recommendations" />
        <Figure label="Granted" value={data && number(data.changes.granted)} note="in this period" to="/audit" search={{ type: "iam.grant.created" }} />
        <Figure label="Revoked" value={data && number(data.changes.revoked)} note="in this period" to="/audit" search={{ type: "iam.grant.revoked" }} />
        <Figure label="Expired" value={data && number(data.changes.expired)} note="in this period" />
      </div>
    </Section>
  );
}
