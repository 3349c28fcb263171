import { Link, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { api, type Schemas } from "../../api/client";
import { t } from "../../strings/applications";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Mark, Note, Page, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { Subject } from "../../ui/Subject";
import { useRead } from "../../ui/useRead";
import { count } from "../../ui/words";
import { ofManifest, Simulation } from "../simulation/Simulation";
import { type Change, changes, needsApprovalAgain } from "./changes";
import { type Manifest, ManifestStatus } from "./manifests";

/** One manifest beside the one that is applied, and the decision about it. */
export function ManifestPage() {
  const { manifest } = useParams({ from: "/manifests/$manifest" });
  const [secret, setSecret] = useState<string>();
  const path = { manifest };
  const read = useRead(["manifest", manifest], () => api().GET("/api/iam/v1/manifests/{manifest}", { params: { path } }));
  const diff = useRead(["manifest", manifest, "diff"], () => api().GET("/api/iam/v1/manifests/{manifest}/diff", { params: { path } }));
  const it = read.data?.it;
  return (
    <Page title={it ? t.versionWith2(it.application_key, it.version) : t.manifest} aside={<Link to="/applications">{t.allApplications}</Link>}>
      {read.error && <ErrorNote error={read.error} onRetry={() => void read.refetch()} />}
      <Secret of={it?.application_key ?? t.client} value={secret} />
      {it && (
        <Section title={t.manifest} aside={<Acts acts={acts(it, diff.data?.it, read.data?.revision, setSecret)} />}>
          <dl className="facts">
            <dt>{t.status}</dt><dd><ManifestStatus of={it.status} /></dd>
            <dt>{t.application}</dt><dd className="mono">{it.application_key}</dd>
            <dt>{t.submitted}</dt><dd><When at={it.created_at} /> {t.by} <Subject of={it.submitted_by} /></dd>
            <dt>{t.decidedBy}</dt><dd>{it.decided_by ? <Subject of={it.decided_by} /> : "–"}</dd>
            <dt>{t.note}</dt><dd className="name"><bdi>{it.note ?? "–"}</bdi></dd>
          </dl>
        </Section>
      )}
      {diff.error && it && <ErrorNote error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.data && <Diff of={diff.data.it} applied={it?.status === "applied"}>{it && it.status !== "applied" && <Simulation key={manifest} run={ofManifest(manifest)} />}</Diff>}
    </Page>
  );
}

const KINDS = { new: ["allow", t.comes], gone: ["deny", t.goes], changed: ["step", t.changesWord] } as const;

function Diff({ of, applied, children }: { of: Schemas["ManifestDiff"]; applied: boolean; children: ReactNode }) {
  const rows = changes(of);
  return (
    <Section title={of.from === 0 ? t.allNew : t.changesFromVersion(of.from, of.to)}>
      {of.approval_reasons.length > 0 && (
        <Note tone="step" title={t.needsApproval}><p>{of.approval_reasons.map((each) => each.replaceAll("_", " ")).join(", ")}</p></Note>
      )}
      {!applied && of.gains.map((gain) => (
        <p key={gain.role}>{count(gain.holders, t.holder)} {t.of} <span className="mono">{gain.role}</span> {t.wouldGain} <span className="mono">{gain.permissions.join(", ")}</span>.</p>
      ))}
      {rows.length === 0 ? <Empty title={t.nothingChanges} /> : (
        <div className="scroll" tabIndex={0} role="region" aria-label={t.changes}>
          <table className="table wide diff">
            <thead><tr><th scope="col">{t.change}</th><th scope="col">{t.declaration}</th><th scope="col">{t.before}</th><th scope="col">{t.after}</th></tr></thead>
            <tbody>{rows.map((each) => <Row key={each.what + each.key} of={each} />)}</tbody>
          </table>
        </div>
      )}
      {children && <div style={{ marginTop: 12 }}>{children}</div>}
    </Section>
  );
}

function Row({ of }: { of: Change }) {
  const [tone, word] = KINDS[of.kind];
  return (
    <tr>
      <td><Mark tone={tone}>{word}</Mark></td>
      <td>{of.what} {of.key}</td>
      <td className={of.before ? "gone" : undefined}>{of.before ?? "–"}</td>
      <td className={of.after ? "new" : undefined}>{of.after ?? "–"}</td>
    </tr>
  );
}

/** The acts that the state of a manifest allows. */
function acts(it: Manifest, diff: Schemas["ManifestDiff"] | undefined, revision: string | undefined, show: (secret?: string) => void): Act[] {
  const params = (key: string) => ({ path: { manifest: it.id }, header: once(key, revision) });
  const approve: Act = {
    name: t.approve, title: t.approveManifest, needs: "iam:manifests.approve", note: { label: t.note }, effect: t.canThenBeApplied,
    run: ({ key, note }) => api().POST("/api/iam/v1/manifests/{manifest}/approve", { params: params(key), body: { note: note || null } }),
  };
  const reject: Act = {
    name: t.reject, title: t.rejectManifest, needs: "iam:manifests.approve", destructive: true, note: { label: t.note }, effect: t.neverAppliedApplicationCan,
    run: ({ key, note }) => api().POST("/api/iam/v1/manifests/{manifest}/reject", { params: params(key), body: { note: note || null } }),
  };
  const apply: Act = {
    name: t.apply, title: t.applyManifest, needs: "iam:manifests.apply",
    effect: t.changesBelowHoldAt,
    run: async ({ key }) => show((await api().POST("/api/iam/v1/manifests/{manifest}/apply", { params: params(key) })).data?.data.client_secret),
  };
  const rollback: Act = {
    name: t.rollBack, title: t.rollBackManifest, needs: "iam:manifests.apply", destructive: true,
    effect: t.manifestBeforeHoldsAt,
    run: ({ key }) => api().POST("/api/iam/v1/manifests/{manifest}/rollback", { params: params(key) }),
  };
  switch (it.status) {
    case "pending_approval": return [approve, reject];
    case "approved": return [diff && needsApprovalAgain(it, diff) ? approve : apply, reject];
    case "applied": return it.version > 1 ? [rollback] : [];
    default: return [];
  }
}
