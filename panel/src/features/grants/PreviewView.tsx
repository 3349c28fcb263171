import type { Schemas } from "../../api/client";
import { t } from "../../strings/grants";
import { Mark, Note } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { count, number } from "../../ui/words";

/** So many other holders are named. */
const MOST = 10;

type Preview = Schemas["PreviewView"];

export function PreviewView({ of }: { of: Preview }) {
  return (
    <div style={{ display: "grid", gap: 12 }}>
      {of.conflicts.map((conflict) => (
        <Note key={conflict.grant_id} tone="step" title={t.conflict(conflict.kind.replaceAll("_", " "))}>
          <p>{t.withGrant} <span className="mono">{conflict.grant_id}</span>.</p>
        </Note>
      ))}
      {of.duty_violations.map((rule) => <Note key={rule} tone="deny" title={t.breaksDutyRule(rule)} />)}
      {of.changes.length === 0 ? <p style={{ margin: 0 }}>{t.noDecisionChangesSame}</p> : (
        <div className="scroll" tabIndex={0} role="region" aria-label={t.changedDecisions}>
          <table className="table">
            <thead><tr><th scope="col">{t.permissionTitle}</th><th scope="col">{t.now}</th><th scope="col">{t.then}</th></tr></thead>
            <tbody>
              {of.changes.map((change) => (
                <tr key={change.permission}>
                  <td className="mono">{change.permission}</td>
                  <td><Allowed is={change.current.allowed} /></td>
                  <td><Allowed is={change.after.allowed} /></td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="quiet" style={{ margin: 0 }}>
        {of.holders.subjects.length === 0 ? t.noOneElseHas : <>
          {count(of.holders.subjects.length, t.otherHolder, of.holders.more)}: {of.holders.subjects.slice(0, MOST).map((subject, i) => <span key={subject}>{i > 0 && ", "}<Subject of={subject} /></span>)}
          {of.holders.subjects.length > MOST && t.andMore(`${number(of.holders.subjects.length - MOST)}${of.holders.more ? "+" : ""}`)}
        </>}
      </p>
    </div>
  );
}

function Allowed({ is }: { is: boolean }) {
  return is ? <Mark tone="allow">{t.allowed}</Mark> : <Mark tone="deny">{t.deniedWord}</Mark>;
}
