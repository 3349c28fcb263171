import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, body } from "../../api/client";
import { t } from "../../strings/audit";
import { ErrorNote } from "../../ui/ErrorNote";
import { Note, Section, When } from "../../ui/parts";
import { number } from "../../ui/words";
import { type Verdict, type Verification, verdicts } from "./verification";

/** Computes the hashes of the chain again, on the server. Changes nothing but the record of it. */
export function VerifyChain() {
  const verify = useMutation({
    mutationFn: async (full: boolean) => (await body(api().POST("/api/iam/v1/audit/verify-chain", { body: { full } }))).data,
  });
  const found = verify.data;
  return (
    <Section
      title={t.chain}
      aside={
        <div style={{ display: "flex", gap: 8 }}>
          <Button size="compact-sm" variant="default" loading={verify.isPending} onClick={() => verify.mutate(false)}>{t.verifyNewRecords}</Button>
          <Button size="compact-sm" variant="default" disabled={verify.isPending} onClick={() => verify.mutate(true)}>{t.verifyAll}</Button>
        </div>
      }
    >
      <div aria-live="polite">
        {verify.error ? <ErrorNote error={verify.error} onRetry={() => verify.mutate(verify.variables)} />
          : !found ? <p className="quiet" style={{ margin: 0 }}>{t.eachRecordHoldsHash}</p>
          : <div style={{ display: "grid", gap: 8 }}>{verdicts(found).map((verdict) => <Found key={verdict} verdict={verdict} of={found} />)}</div>}
      </div>
    </Section>
  );
}

function Found({ verdict, of }: { verdict: Verdict; of: Verification }) {
  const computed = t.recordsWereComputedAgain(number(of.from_seq), number(of.to_seq));
  switch (verdict) {
    case "intact":
      return (
        <Note tone="allow" title={t.chainIntact}>
          <p>{computed}{t.lastCheckpointCovers} {number(of.checkpoint_size)}.</p>
          <p className="quiet mono">{t.headHashLastRecord} {of.head}</p>
        </Note>
      );
    case "broken":
      return (
        <Note tone="deny" title={t.chainBrokenAtRecord(number(of.seq ?? 0))}>
          <p>{of.cause?.replaceAll("_", " ")}{t.doNotChangeAnything}</p>
          <p className="mono">{t.expected} {of.expected ?? "–"}{t.found} {of.found ?? "–"}</p>
        </Note>
      );
    case "open":
      return (
        <Note tone="deny" title={t.earlierFindingOpen}>
          <p>{t.operatorMustAcknowledgeWith} <span className="mono">iam:audit:acknowledge</span>.</p>
          <ul>
            {of.open_findings?.map((finding) => (
              <li key={finding.id}>
                {finding.cause.replaceAll("_", " ")} {t.atRecord} {number(finding.seq)}{t.found} <When at={finding.found_at} /> <span className="mono quiet">{finding.id}</span>
              </li>
            ))}
          </ul>
        </Note>
      );
    case "unfinished":
      return (
        <Note tone="step" title={t.chainIntactAsFar}>
          <p>{computed}{t.timeRanOutWhile} <span className="mono">iam:audit:verify</span>.</p>
        </Note>
      );
    case "unconfirmed":
      return (
        <Note tone="step" title={t.chainNotConfirmed}>
          <p>{computed}{t.butServiceDoesNot} <span className="mono">iam:audit:verify</span>.</p>
        </Note>
      );
  }
}
