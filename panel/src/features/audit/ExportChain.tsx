import { Button, Checkbox } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { api, body } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { Note, Section } from "../../ui/parts";
import { save } from "../../ui/save";
import { count, number } from "../../ui/words";
import { type Progress, readExport } from "./export";

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
    <Section title="Export" aside={run.isPending
      ? <Button size="compact-sm" variant="default" onClick={() => stop.current?.abort()}>Stop</Button>
      : <Button size="compact-sm" variant="default" onClick={() => run.mutate()}>Export all records</Button>}>
      <div style={{ display: "grid", gap: 8 }}>
        <p className="quiet" style={{ margin: 0 }}>One file with every record and checkpoint. An auditor verifies it without this service.</p>
        <Checkbox size="xs" label="With names and addresses of people" checked={personal} disabled={run.isPending} onChange={(e) => setPersonal(e.currentTarget.checked)} />
        {progress && (
          <div>
            <progress aria-label="Export" max={progress.all} value={progress.all === undefined ? undefined : Math.min(progress.records, progress.all)} />{" "}
            <span className="quiet">{number(progress.records)}{progress.all !== undefined && ` of about ${number(progress.all)}`} records, {number(Math.round(progress.bytes / 1000))} KB</span>
          </div>
        )}
        <div aria-live="polite">
          {run.isPending ? null : stopped ? <Note tone="plain" title="The export was stopped. Nothing was saved." />
            : run.error ? <ErrorNote error={run.error} onRetry={() => run.mutate()} />
            : run.data?.complete ? <Note tone="allow" title={`${count(run.data.records, "record")} saved`}><p>Verify the file with <span className="mono">verify_export.py</span>, and keep it apart from this service.</p></Note>
            : run.data && <Note tone="deny" title="The export was cut off. Nothing was saved."><p>Export again, or let an operator run <span className="mono">iam:audit:export</span>.</p></Note>}
        </div>
      </div>
    </Section>
  );
}
