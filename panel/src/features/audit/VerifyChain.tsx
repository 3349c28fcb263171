import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, body } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { Note, Section } from "../../ui/parts";
import { number } from "../../ui/words";

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
        {verify.error ? <ErrorNote error={verify.error} />
          : !found ? <p className="quiet" style={{ margin: 0 }}>Each record holds the hash of the one before. Verification computes every hash again and compares them with signed checkpoints.</p>
          : found.valid ? (
            <Note tone="allow" title="The chain is intact">
              <p>Records {number(found.from_seq)} to {number(found.to_seq)} were computed again; the last checkpoint covers {number(found.checkpoint_size)}.</p>
              <p className="quiet mono">Head {found.head}</p>
            </Note>
          ) : (
            <Note tone="deny" title={`The chain is broken at record ${number(found.seq ?? 0)}`}>
              <p>{(found.cause ?? "unknown cause").replaceAll("_", " ")}. Do not change anything; follow the runbook for the audit log.</p>
              <p className="mono">expected {found.expected ?? "–"}, found {found.found ?? "–"}</p>
            </Note>
          )}
      </div>
    </Section>
  );
}
