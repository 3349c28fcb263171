import { Button, Checkbox } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/audit";
import { ErrorNote } from "../../ui/ErrorNote";
import { Note, Section } from "../../ui/parts";
import { save } from "../../ui/save";
import { count, number } from "../../ui/words";
import { type Progress, readExport } from "./export";
import { Verifier } from "./Proof";

/** Saves the chain as a file that is verified without the service. */
export function ExportChain() {
  const [personal, setPersonal] = useState(false);
  const [progress, setProgress] = useState<Progress & { all?: number }>();
  const stop = useRef<AbortController>(undefined);
  const run = useMutation({
    mutationFn: async () => {
      const control = new AbortController();
      stop.current = control;
      const latest = await body(api().GET("/api/iam/v1/audit/events", { params: { query: { limit: 1 } }, signal: control.signal }));
      const all = latest.data[0]?.seq;
      setProgress({ records: 0, bytes: 0, all });
      const { data } = await api().GET("/api/iam/v1/audit/export", { params: { query: { personal: String(personal) } }, parseAs: "stream", signal: control.signal });
      const exported = await readExport(data as unknown as ReadableStream<Uint8Array<ArrayBuffer>>, (next) => setProgress({ ...next, all }));
      if (exported.complete) save(exported.file, `audit-${new Date().toISOString().slice(0, 10)}.jsonl`);
      return exported;
    },
    onSettled: () => setProgress(undefined),
  });
  const stopped = stop.current?.signal.aborted ?? false;
  return (
    <Section title={t.export} aside={run.isPending
      ? <Button size="compact-sm" variant="default" onClick={() => stop.current?.abort()}>{t.stop}</Button>
      : <Button size="compact-sm" variant="default" onClick={() => run.mutate()}>{t.exportAllRecords}</Button>}>
      <div style={{ display: "grid", gap: 8 }}>
        <p className="quiet" style={{ margin: 0 }}>{t.oneFileWithEvery}</p>
        <Checkbox size="xs" label={t.withPersonalValues} checked={personal} disabled={run.isPending} onChange={(e) => setPersonal(e.currentTarget.checked)} />
        {progress && (
          <div>
            <progress aria-label={t.export} max={progress.all} value={progress.all === undefined ? undefined : Math.min(progress.records, progress.all)} />{" "}
            <span className="quiet">{number(progress.records)}{progress.all !== undefined && t.about(number(progress.all))} {t.recordsWord} {number(Math.round(progress.bytes / 1000))} {t.kb}</span>
          </div>
        )}
        <div aria-live="polite">
          {run.isPending ? null : stopped ? <Note tone="plain" title={t.exportStoppedNothingSaved} />
            : run.error ? <ErrorNote error={run.error} onRetry={() => run.mutate()} />
            : run.data?.complete ? <Note tone="allow" title={t.saved(count(run.data.records, t.recordWord))}><p>{t.verifyFileWith} <Verifier />{t.keepApartFromService}</p></Note>
            : run.data && <Note tone="deny" title={t.exportCutOffNothing}><p>{t.exportAgainOrLet} <span className="mono">iam:audit:export</span>.</p></Note>}
        </div>
      </div>
    </Section>
  );
}
