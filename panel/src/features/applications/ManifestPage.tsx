import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, type Schemas } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Mark, Note, Page, Section, When } from "../../ui/parts";
import { Secret } from "../../ui/Secret";
import { Subject } from "../../ui/Subject";
import { useRead } from "../../ui/useRead";
import { count } from "../../ui/words";
import { type Change, changes } from "./changes";
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
    <Page title={it ? `${it.application_key}, version ${it.version}` : "Manifest"} aside={<Link to="/applications">All applications</Link>}>
      {read.error && <ErrorNote error={read.error} onRetry={() => void read.refetch()} />}
      <Secret of={it?.application_key ?? "the client"} value={secret} />
      {it && (
        <Section title="Manifest" aside={<Acts acts={acts(it, read.data?.revision, setSecret)} />}>
          <dl className="facts">
            <dt>Status</dt><dd><ManifestStatus of={it.status} /></dd>
            <dt>Application</dt><dd className="mono">{it.application_key}</dd>
            <dt>Submitted</dt><dd><When at={it.created_at} /> by <Subject of={it.submitted_by} /></dd>
            <dt>Decided by</dt><dd>{it.decided_by ? <Subject of={it.decided_by} /> : "–"}</dd>
            <dt>Note</dt><dd className="name"><bdi>{it.note ?? "–"}</bdi></dd>
          </dl>
        </Section>
      )}
      {diff.error && it && <ErrorNote error={diff.error} onRetry={() => void diff.refetch()} />}
      {diff.data && <Diff of={diff.data.it} />}
    </Page>
  );
}

const KINDS = { new: ["allow", "comes"], gone: ["deny", "goes"], changed: ["step", "changes"] } as const;

function Diff({ of }: { of: Schemas["ManifestDiff"] }) {
  const rows = changes(of);
  return (
    <Section title={of.from === 0 ? "All of it is new" : `Changes from version ${of.from} to ${of.to}`}>
      {of.approval_reasons.length > 0 && (
        <Note tone="step" title="It needs an approval"><p>{of.approval_reasons.map((each) => each.replaceAll("_", " ")).join(", ")}</p></Note>
      )}
      {of.gains.map((gain) => (
        <p key={gain.role}>{count(gain.holders, "holder")} of <span className="mono">{gain.role}</span> would gain <span className="mono">{gain.permissions.join(", ")}</span>.</p>
      ))}
      {rows.length === 0 ? <Empty title="Nothing changes." /> : (
        <div className="scroll" tabIndex={0} role="region" aria-label="Changes">
          <table className="table wide diff">
            <thead><tr><th scope="col">Change</th><th scope="col">Declaration</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
            <tbody>{rows.map((each) => <Row key={each.what + each.key} of={each} />)}</tbody>
          </table>
        </div>
      )}
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
function acts(it: Manifest, revision: string | undefined, show: (secret?: string) => void): Act[] {
  const params = (key: string) => ({ path: { manifest: it.id }, header: once(key, revision) });
  const approve: Act = {
    name: "Approve", title: "Approve this manifest?", needs: "iam:manifests.approve", note: { label: "Note" }, effect: "It can then be applied. Nothing changes until then.",
    run: ({ key, note }) => api().POST("/api/iam/v1/manifests/{manifest}/approve", { params: params(key), body: { note: note || null } }),
  };
  const reject: Act = {
    name: "Reject", title: "Reject this manifest?", needs: "iam:manifests.approve", destructive: true, note: { label: "Note" }, effect: "It is never applied. The application can submit another.",
    run: ({ key, note }) => api().POST("/api/iam/v1/manifests/{manifest}/reject", { params: params(key), body: { note: note || null } }),
  };
  const apply: Act = {
    name: "Apply", title: "Apply this manifest?", needs: "iam:manifests.apply",
    effect: "The changes below hold at once for every decision. Permissions and roles that go are deprecated, not deleted. A first manifest makes the client of the application, and shows its secret once.",
    run: async ({ key }) => show((await api().POST("/api/iam/v1/manifests/{manifest}/apply", { params: params(key) })).data?.data.client_secret),
  };
  const rollback: Act = {
    name: "Roll back", title: "Roll back this manifest?", needs: "iam:manifests.apply", destructive: true,
    effect: "The manifest before it holds at once for every decision. Access that came with this one is lost.",
    run: ({ key }) => api().POST("/api/iam/v1/manifests/{manifest}/rollback", { params: params(key) }),
  };
  switch (it.status) {
    case "pending_approval": return [approve, reject];
    case "approved": return [apply, reject];
    case "applied": return it.version > 1 ? [rollback] : [];
    default: return [];
  }
}
