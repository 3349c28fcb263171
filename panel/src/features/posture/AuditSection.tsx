import { Link } from "@tanstack/react-router";
import { t } from "../../strings/posture";
import { ErrorNote } from "../../ui/ErrorNote";
import { Figure, Mark, Section, When } from "../../ui/parts";
import { lasting, number } from "../../ui/words";
import { useAudit } from "./queries";
import { from, type WindowName } from "./series";

export function AuditSection({ window }: { window: WindowName }) {
  const { data, error, refetch } = useAudit(window);
  const refused = error && <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data && refused) return <Section title={t.auditLog}>{refused}</Section>;
  const chain = data?.integrity;
  const verify = <Link to="/audit">{t.pressVerifyAll}</Link>;
  const risky = (data?.by_risk_level.high ?? 0) + (data?.by_risk_level.critical ?? 0);
  return (
    <Section title={t.auditLog} aside={<Link to="/audit">{t.browseRecords}</Link>}>
      {refused}
      <div className="figures">
        <Figure label={t.records} value={data && number(data.total)} note={data && t.periodOfHighRisk(number(risky))} to="/audit" search={{ from: from(window, Date.now()) }} />
        <Figure label={t.deliveryLag} value={data && lasting(data.outbox_lag_seconds)} note={t.oldestEventWaits} to="/webhooks" />
      </div>
      {chain && (
        <dl className="facts" style={{ marginTop: 12 }}>
          <dt>{t.chain}</dt>
          <dd>
            {chain.valid === true && <Mark tone="allow">{t.intact}</Mark>}
            {chain.valid === false && (chain.cause
              ? <Mark tone="deny">{t.broken} {chain.cause.replaceAll("_", " ")}</Mark>
              : <><Mark tone="step">{t.notConfirmed}</Mark> {verify}</>)}
            {chain.last_verified_at ? (
              <> {t.verified} <When at={chain.last_verified_at} /> {t.upRecord} {number(chain.last_verified_seq ?? 0)}</>
            ) : (
              <><Mark tone="step">{t.neverVerified}</Mark> {verify}</>
            )}
          </dd>
          <dt>{t.checkpoint}</dt>
          <dd>
            {chain.last_checkpoint_at
              ? <>{t.signed} <When at={chain.last_checkpoint_at} /> {t.over} {number(chain.last_checkpoint_seq ?? 0)} {t.recordsWord}</>
              : t.noneSignedYetDaily}
          </dd>
        </dl>
      )}
    </Section>
  );
}
