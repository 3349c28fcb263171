import { Link } from "@tanstack/react-router";
import { ErrorNote } from "../../ui/ErrorNote";
import { Figure, Mark, Section, When } from "../../ui/parts";
import { lasting, number } from "../../ui/words";
import { useAudit } from "./queries";
import { from, type WindowName } from "./series";

export function AuditSection({ window }: { window: WindowName }) {
  const { data, error, refetch } = useAudit(window);
  const refused = error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data && refused) return <Section title="Audit log">{refused}</Section>;
  const chain = data?.integrity;
  const risky = (data?.by_risk_level.high ?? 0) + (data?.by_risk_level.critical ?? 0);
  return (
    <Section title="Audit log" aside={<Link to="/audit">Browse records</Link>}>
      {refused}
      <div className="figures">
        <Figure label="Records" value={data && number(data.total)} note="in this period" to="/audit" search={{ from: from(window, Date.now()) }} />
        <Figure label="Of high risk" value={data && number(risky)} note="in this period" to="/audit" search={{ from: from(window, Date.now()) }} />
        <Figure label="Dead letters" value={data && number(data.dlq_size)} note={data?.dlq_size ? "events that were not delivered" : "all events delivered"} to="/dead-letters" />
        <Figure label="Delivery lag" value={data && lasting(data.outbox_lag_seconds)} note="oldest event that waits" />
      </div>
      {chain && (
        <dl className="facts" style={{ marginTop: 12 }}>
          <dt>Chain</dt>
          <dd>
            {chain.valid === true && <Mark tone="allow">Intact</Mark>}
            {chain.valid === false && (chain.cause
              ? <Mark tone="deny">Broken: {chain.cause.replaceAll("_", " ")}</Mark>
              : <Mark tone="step">Not confirmed; verify it on the audit page</Mark>)}
            {chain.last_verified_at ? (
              <> verified <When at={chain.last_verified_at} /> up to record {number(chain.last_verified_seq ?? 0)}</>
            ) : (
              <><Mark tone="step">Never verified</Mark> <Link to="/audit">Verify it on the audit page</Link></>
            )}
          </dd>
          <dt>Checkpoint</dt>
          <dd>
            {chain.last_checkpoint_at
              ? <>signed <When at={chain.last_checkpoint_at} /> over {number(chain.last_checkpoint_seq ?? 0)} records</>
              : "none is signed yet; the daily job signs one"}
          </dd>
        </dl>
      )}
    </Section>
  );
}
