import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/audit";
import { ErrorNote } from "../../ui/ErrorNote";
import { Copy, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { eventWords, exact } from "../../ui/words";
import { Risk } from "./AuditPage";
import { type Difference, differences } from "./diff";
import { Proof } from "./Proof";
import { reference } from "./reference";
import { Story } from "./Story";
import { VerifyChain } from "./VerifyChain";

/** One record of the audit log: what changed, and its place in the chain. */
export function RecordPage() {
  const { event } = useParams({ from: "/audit/$event" });
  const { data, error, refetch } = useQuery({
    queryKey: ["record", event],
    queryFn: async () => (await body(api().GET("/api/iam/v1/audit/events/{event}", { params: { path: { event } } }))).data,
  });
  return (
    <Page title={data ? t.recordWith(data.seq, eventWords(data.event_type)) : t.record} aside={<Link to="/audit">{t.allRecords}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Story of={data} />
          <Changed before={data.before} after={data.after} />
          <Facts of={data} />
          <VerifyChain />
          <Proof of={data} />
        </>
      )}
    </Page>
  );
}

function Changed({ before, after }: { before: unknown; after: unknown }) {
  const [all, setAll] = useState(false);
  const found = differences(before, after);
  const rows = all ? found : found.filter((each) => each.kind !== "same");
  const same = found.some((each) => each.kind === "same");
  return (
    <Section title={t.whatChanged} aside={same && <Checkbox size="xs" label={t.showWhatStayed} checked={all} onChange={(e) => setAll(e.currentTarget.checked)} />}>
      {found.length === 0 ? <p className="quiet" style={{ margin: 0 }}>{t.eventChangedNoResource}</p> : (
        <div className="scroll" tabIndex={0} role="region" aria-label={t.beforeAfter}>
          <table className="table wide diff listed">
            <thead><tr><th scope="col">{t.field}</th><th scope="col">{t.before}</th><th scope="col">{t.after}</th></tr></thead>
            <tbody>{rows.map((each) => <Row key={each.path} of={each} />)}</tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function Row({ of }: { of: Difference }) {
  const changed = of.kind !== "same";
  return (
    <tr>
      <td data-title={t.field}><span>{of.path}</span></td>
      <td data-title={t.before} className={changed && of.before !== undefined ? "gone" : undefined}>{of.before === undefined ? "–" : <bdi>{of.before}</bdi>}</td>
      <td data-title={t.after} className={changed && of.after !== undefined ? "new" : undefined}>{of.after === undefined ? "–" : <bdi>{of.after}</bdi>}</td>
    </tr>
  );
}

function Facts({ of }: { of: Schemas["AuditEventView"] }) {
  return (
    <Section title={t.recordTitle}>
      <dl className="facts">
        <dt>{t.when}</dt><dd><When at={of.occurred_at} /> <span className="quiet">{exact(of.occurred_at)}</span></dd>
        <dt>{t.by}</dt><dd><Subject of={reference(of.actor)} whole /></dd>
        <dt>{t.on}</dt><dd><Subject of={reference(of.target)} whole /></dd>
        <dt>{t.risk}</dt><dd><Risk of={of.risk_level} /> <span className="quiet">{t.sameForEveryEvent}</span></dd>
        <dt>{t.event}</dt><dd className="mono">{of.event_type}</dd>
        <dt>{t.correlationId}</dt><dd className="mono">{of.correlation_id} <Copy text={of.correlation_id} /></dd>
        <dt>{t.hash}</dt><dd className="mono">{of.hash} <Copy text={of.hash} /></dd>
      </dl>
    </Section>
  );
}
