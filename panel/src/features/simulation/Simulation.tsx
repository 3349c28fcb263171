import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/simulation";
import { ErrorNote } from "../../ui/ErrorNote";
import { May } from "../../ui/May";
import { Mark, Note, type Tone, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { count, number } from "../../ui/words";
import { inSentences, MOST, type Report, word } from "./report";

/** So many decisions are read, latest first: an answer within seconds. */
const DECISIONS = { limit: 100_000 };

/** Tries a draft of the policy. */
export const ofDraft = (draft: Schemas["DraftBody"]) => async () =>
  (await body(api().POST("/api/iam/v1/policy/simulate", { body: { draft, decisions: DECISIONS } }))).data;

/** Tries a manifest. */
export const ofManifest = (manifest: string) => async () =>
  (await body(api().POST("/api/iam/v1/manifests/{manifest}/blast-radius", { params: { path: { manifest } }, body: { decisions: DECISIONS } }))).data;

/** Tries a change on recorded decisions before it is made, so that its effect is seen. A change of its own has a key of its own. */
export function Simulation({ run }: { run: () => Promise<Report> }) {
  const tried = useMutation({ mutationFn: run });
  return (
    <May needs="iam:policies.simulate">
      <May needs="iam:decisions.read">
        <div className="edit">
          <div className="acts" style={{ alignItems: "center" }}>
            <Button size="compact-sm" variant="default" loading={tried.isPending} onClick={() => tried.mutate()}>{t.tryOnDecisions}</Button>
            {!tried.data && <span className="quiet">{t.nothingIsWritten}</span>}
          </div>
          <div aria-live="polite" style={{ display: "contents" }}>
            {tried.error && <ErrorNote error={tried.error} onRetry={() => tried.mutate()} />}
            {tried.data && <Found of={tried.data} />}
          </div>
        </div>
      </May>
    </May>
  );
}

const TONES: Record<string, Tone> = { newly_allowed: "allow", newly_denied: "deny", step_up_added: "step", step_up_removed: "step" };

function Found({ of }: { of: Report }) {
  const groups = of.decisions.groups.slice(0, MOST);
  const probes = of.probes?.changed ?? [];
  return (
    <>
      <p style={{ margin: 0 }}>{inSentences(of).join(" ")}</p>
      {groups.length > 0 && (
        <div className="scroll" tabIndex={0} role="region" aria-label={t.changedDecisions}>
          <table className="table">
            <thead><tr><th scope="col">{t.change}</th><th scope="col">{t.whoAndWhat}</th><th scope="col">{t.decisions}</th></tr></thead>
            <tbody>
              {groups.map((group) => (
                <tr key={group.example}>
                  <td><Mark tone={TONES[group.difference] ?? "plain"}>{word(group.difference)}</Mark></td>
                  <td><Subject of={group.subject} /><div className="mono">{group.permission}</div></td>
                  <td>{number(group.decisions)}<br /><Link to="/decisions/$decision" params={{ decision: group.example }}>{t.latest} <When at={group.latest} /></Link></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {probes.length > 0 && (
        <Note tone="step" title={t.probes(count(probes.length, t.probe), number(of.probes?.evaluated ?? 0))}>
          {probes.map((probe) => <p key={probe.id}><bdi>{probe.name}</bdi>: {t.wouldBe(probe.after.outcome, probe.before.outcome)}</p>)}
        </Note>
      )}
    </>
  );
}
