import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, body, type Schemas } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/audit";
import { Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Copy, Mark, Note, Section } from "../../ui/parts";
import { save } from "../../ui/save";
import { exact, number } from "../../ui/words";
import { covering } from "./coverage";
import { originOf } from "./origin";
import { signing } from "./signing";

/** The proof that a record is in the log, which is checked without the service. */
export function Proof({ of }: { of: Schemas["AuditEventView"] }) {
  const proof = useQuery({
    queryKey: ["proof", of.id],
    queryFn: async () => body(api().GET("/api/iam/v1/audit/events/{event}/proof", { params: { path: { event: of.id } }, parseAs: "text" })),
    enabled: false,
  });
  const { data, error } = proof;
  const covered = useQuery({ queryKey: ["checkpoints", "covering", of.seq], queryFn: () => covering(of.seq) });
  const open = covered.data === null && !data;
  const file = `record-${of.seq}.tlog-proof`;
  const line = `python3 verify_export.py --key VKEY --origin ${data ? originOf(data) : ""} --proof ${file} --record-hash ${of.hash}`;
  return (
    <Section title={t.proof} aside={data || open || covered.isPending ? undefined : <Button size="compact-sm" variant="default" loading={proof.isFetching} onClick={() => void proof.refetch()}>{t.showProof}</Button>}>
      {covered.data && <p style={{ margin: "0 0 6px" }}><Mark tone="allow">{t.coveredByCheckpoint} <time dateTime={covered.data.created_at}>{exact(covered.data.created_at)}</time></Mark></p>}
      <p className="quiet" style={{ margin: 0 }}>{t.proofLetsOthersCheck} {data ? t.signedCheckpointCoversRecord : !covered.data && t.canBeProvedOnceCovered}</p>
      <div aria-live="polite" style={{ marginTop: data || error || open ? 10 : 0 }}>
        {data ? (
          <>
            <pre className="code" tabIndex={0} aria-label={t.textOfProof}>{data}</pre>
            <div className="acts" style={{ margin: "8px 0" }}>
              <Button size="compact-xs" variant="default" onClick={() => save(new Blob([data]), file)}>{t.saveProof}</Button>
              <Copy text={data} label={t.copyProof} />
            </div>
            <p className="quiet">{t.indexCountsFromZero(number(of.seq - 1), number(of.seq))}</p>
            <div style={{ display: "flex", gap: 10, alignItems: "center", marginBottom: 6 }}>
              <strong style={{ fontSize: "0.875rem" }}>{t.checkProof}</strong> <Copy text={line} label={t.copyLine} />
            </div>
            <pre className="code" tabIndex={0} aria-label={t.lineChecksProof}>{line}</pre>
            <ul className="quiet" style={{ margin: "6px 0 0", paddingLeft: 20 }}>
              <li><span className="mono">verify_export.py</span> {t.programInRepository}</li>
              <li>{t.verifierKeyFromOperator} <span className="mono">iam iam:keys:list</span>{t.notFromSource}</li>
              <li>{t.hashFromOwnCopy}</li>
            </ul>
          </>
        ) : open || (error instanceof ApiError && error.problem.status === 409) ? (
          <Note tone="step" title={t.noCheckpointCoversRecord}>
            <p>{t.dailyJobSignsOne}</p>
            <Acts acts={[signing(() => proof.refetch())]} />
          </Note>
        ) : error && <ErrorNote error={error} onRetry={() => void proof.refetch()} />}
      </div>
    </Section>
  );
}
