import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, body } from "../../api/client";
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
      title="Chain"
      aside={
        <div style={{ display: "flex", gap: 8 }}>
          <Button size="compact-sm" variant="default" loading={verify.isPending} onClick={() => verify.mutate(false)}>Verify new records</Button>
          <Button size="compact-sm" variant="default" disabled={verify.isPending} onClick={() => verify.mutate(true)}>Verify all</Button>
        </div>
      }
    >
      <div aria-live="polite">
        {verify.error ? <ErrorNote error={verify.error} onRetry={() => verify.mutate(verify.variables)} />
          : !found ? <p className="quiet" style={{ margin: 0 }}>Each record holds the hash of the one before. Verification computes every hash again and compares them with signed checkpoints.</p>
          : <div style={{ display: "grid", gap: 8 }}>{verdicts(found).map((verdict) => <Found key={verdict} verdict={verdict} of={found} />)}</div>}
      </div>
    </Section>
  );
}

function Found({ verdict, of }: { verdict: Verdict; of: Verification }) {
  const computed = `Records ${number(of.from_seq)} to ${number(of.to_seq)} were computed again and hold`;
  switch (verdict) {
    case "intact":
      return (
        <Note tone="allow" title="The chain is intact">
          <p>{computed}; the last checkpoint covers {number(of.checkpoint_size)}.</p>
          <p className="quiet mono">Head {of.head}</p>
        </Note>
      );
    case "broken":
      return (
        <Note tone="deny" title={`The chain is broken at record ${number(of.seq ?? 0)}`}>
          <p>{of.cause?.replaceAll("_", " ")}. Do not change anything; follow the runbook for the audit log.</p>
          <p className="mono">expected {of.expected ?? "–"}, found {of.found ?? "–"}</p>
        </Note>
      );
    case "open":
      return (
        <Note tone="deny" title="An earlier finding is open">
          <p>An operator must acknowledge it with <span className="mono">iam:audit:acknowledge</span>.</p>
          <ul>
            {of.open_findings?.map((finding) => (
              <li key={finding.id}>
                {finding.cause.replaceAll("_", " ")} at record {number(finding.seq)}, found <When at={finding.found_at} /> <span className="mono quiet">{finding.id}</span>
              </li>
            ))}
          </ul>
        </Note>
      );
    case "unfinished":
      return (
        <Note tone="step" title="The chain is intact as far as it was computed">
          <p>{computed}. Time ran out while recorded decisions were compared with it: let an operator run <span className="mono">iam:audit:verify</span>.</p>
        </Note>
      );
    case "unconfirmed":
      return (
        <Note tone="step" title="The chain is not confirmed">
          <p>{computed}, but the service does not say that all is well: let an operator run <span className="mono">iam:audit:verify</span>.</p>
        </Note>
      );
  }
}
