import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, body, type Schemas } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/audit";
import { Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Copy, Note, Section } from "../../ui/parts";
import { save } from "../../ui/save";
import { signing } from "./signing";

/** The proof that a record is in the log, which is checked without the service. */
export function Proof({ of }: { of: Schemas["AuditEventView"] }) {
  const proof = useQuery({
    queryKey: ["proof", of.id],
    queryFn: async () => body(api().GET("/api/iam/v1/audit/events/{event}/proof", { params: { path: { event: of.id } }, parseAs: "text" })),
    enabled: false,
  });
  const { data, error } = proof;
  const file = `record-${of.seq}.tlog-proof`;
  return (
    <Section title={t.proof} aside={data ? undefined : <Button size="compact-sm" variant="default" loading={proof.isFetching} onClick={() => void proof.refetch()}>{t.showProof}</Button>}>
      <p className="quiet" style={{ margin: 0 }}>{t.signedCheckpointCoversRecord}</p>
      <div aria-live="polite" style={{ marginTop: data || error ? 10 : 0 }}>
        {data ? (
          <>
            <pre className="code" tabIndex={0} aria-label={t.textOfProof}>{data}</pre>
            <div className="acts" style={{ margin: "8px 0" }}>
              <Button size="compact-xs" variant="default" onClick={() => save(new Blob([data]), file)}>{t.saveProof}</Button>
              <Copy text={data} label={t.copyProof} />
            </div>
            <p className="quiet" style={{ margin: "0 0 6px" }}>{t.checkWithVerifierKey}</p>
            <pre className="code" tabIndex={0} aria-label={t.lineChecksProof}>{`python3 verify_export.py --key VKEY --origin ORIGIN --proof ${file} --record-hash ${of.hash}`}</pre>
          </>
        ) : error instanceof ApiError && error.problem.status === 409 ? (
          <Note tone="step" title={t.noCheckpointCoversRecord}>
            <p>{t.canBeProvedOnce}</p>
            <Acts acts={[signing(() => proof.refetch())]} />
          </Note>
        ) : error && <ErrorNote error={error} onRetry={() => void proof.refetch()} />}
      </div>
    </Section>
  );
}
