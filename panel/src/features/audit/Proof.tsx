import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/audit";
import { Acts } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Copy, Mark, Note, Section } from "../../ui/parts";
import { save } from "../../ui/save";
import { exact } from "../../ui/words";
import { firstRecord, savedRecord } from "./auditor";
import { covering } from "./coverage";
import { originOf } from "./origin";
import { signing } from "./signing";

type Entry = Schemas["AuditEventView"];

/** The program that checks what is saved, at the address where the build puts it. */
export const Verifier = () => <a className="mono" href="/verify_export.py" download>verify_export.py</a>;

/** A record with its proof, saved for someone who checks it without the service. */
export function Proof({ of }: { of: Entry }) {
  const [personal, setPersonal] = useState(false);
  const covered = useQuery({ queryKey: ["checkpoints", "covering", of.seq], queryFn: () => covering(of.seq) });
  const saving = useMutation({ mutationFn: () => saved(of, personal) });
  const { data, error } = saving;
  const open = covered.data === null || data === "open";
  return (
    <Section title={t.proof} aside={open || covered.isPending ? undefined : <Button size="compact-sm" variant="default" loading={saving.isPending} onClick={() => saving.mutate()}>{t.saveForAuditor}</Button>}>
      {covered.data && <p style={{ margin: "0 0 6px" }}><Mark tone="allow">{t.coveredByCheckpoint} <time dateTime={covered.data.created_at}>{exact(covered.data.created_at)}</time></Mark></p>}
      <p className="quiet" style={{ margin: "0 0 8px" }}>{t.proofLetsOthersCheck} {open ? t.canBeProvedOnceCovered : t.fileHoldsAll}</p>
      {!open && <Checkbox size="xs" label={t.withPersonalValues} checked={personal} disabled={saving.isPending} onChange={(e) => setPersonal(e.currentTarget.checked)} />}
      <div aria-live="polite" style={{ marginTop: data || error || open ? 10 : 0 }}>
        {open ? (
          <Note tone="step" title={t.noCheckpointCoversRecord}>
            <p>{t.dailyJobSignsOne}</p>
            <Acts acts={[signing(async () => { saving.reset(); await covered.refetch(); })]} />
          </Note>
        ) : error ? <ErrorNote error={error} onRetry={() => saving.mutate()} />
          : data === "cut" ? <Note tone="deny" title={t.exportCutOffNothing} />
          : data && <Check file={data.file} line={data.line} />}
      </div>
    </Section>
  );
}

function Check({ file, line }: { file: string; line: string }) {
  return (
    <Note tone="allow" title={t.fileSaved(file)}>
      <ol style={{ margin: "6px 0", paddingLeft: 20, fontSize: "0.875rem" }}>
        <li>{t.saveProgram} <Verifier /> {t.intoItsFolder}</li>
        <li>
          {t.runLine} <Copy text={line} label={t.copyLine} />
          <pre className="code" tabIndex={0} aria-label={t.lineChecksProof} style={{ margin: "6px 0" }}>{line}</pre>
          {t.printsRecord}
        </li>
      </ol>
      <p className="quiet">{t.keyFromSameService} {t.operatorReadsKey} <span className="mono">iam iam:keys:list</span>.</p>
    </Note>
  );
}

/** Saves a record with its proof; or says that no checkpoint covers it, or that the record did not come whole. */
async function saved({ id, seq }: Entry, personal: boolean): Promise<"open" | "cut" | { file: string; line: string }> {
  const proof = await body(api().GET("/api/iam/v1/audit/events/{event}/proof", { params: { path: { event: id } }, parseAs: "text" }))
    .catch((failure: unknown) => {
      if (failure instanceof ApiError && failure.problem.status === 409) return undefined;
      throw failure;
    });
  if (proof === undefined) return "open";
  // The text that was hashed is in an export alone.
  const { data } = await api().GET("/api/iam/v1/audit/export", { params: { query: { from: String(seq), personal: String(personal) } }, parseAs: "stream" });
  const lines = await firstRecord(data as unknown as ReadableStream<Uint8Array<ArrayBuffer>>);
  if (!lines) return "cut";
  const file = `record-${seq}.jsonl`;
  const line = `python3 verify_export.py --origin ${originOf(proof)} ${file}`;
  save(new Blob([savedRecord(lines, proof, line)], { type: "application/jsonl" }), file);
  return { file, line };
}
