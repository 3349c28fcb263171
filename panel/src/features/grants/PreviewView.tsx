import type { Schemas } from "../../api/client";
import { Mark, Note } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { count } from "../../ui/words";

type Preview = Schemas["PreviewView"];

export function PreviewView({ of }: { of: Preview }) {
  return (
    <div style={{ display: "grid", gap: 12 }}>
      {of.conflicts.map((conflict) => (
        <Note key={conflict.grant_id} tone="step" title={`Conflict: ${conflict.kind.replaceAll("_", " ")}`}>
          <p>With the grant <span className="mono">{conflict.grant_id}</span>.</p>
        </Note>
      ))}
      {of.duty_violations.map((rule) => <Note key={rule} tone="deny" title={`Breaks the duty rule ${rule}`} />)}
      {of.changes.length === 0 ? <p style={{ margin: 0 }}>No decision changes: the same access is there already, or it depends on a request.</p> : (
        <div className="scroll" tabIndex={0} role="region" aria-label="Changed decisions">
          <table className="table">
            <thead><tr><th scope="col">Permission</th><th scope="col">Now</th><th scope="col">Then</th></tr></thead>
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
        {of.holders.subjects.length === 0 ? "No one else has it." : <>
          {count(of.holders.subjects.length, "other holder", of.holders.more)}: {of.holders.subjects.slice(0, 10).map((subject, i) => <span key={subject}>{i > 0 && ", "}<Subject of={subject} /></span>)}
        </>}
      </p>
    </div>
  );
}

function Allowed({ is }: { is: boolean }) {
  return is ? <Mark tone="allow">allowed</Mark> : <Mark tone="deny">denied</Mark>;
}
