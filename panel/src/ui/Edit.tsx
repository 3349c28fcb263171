import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ApiError } from "../api/problem";
import { readAgain } from "../app/queries";
import { t } from "../strings/ui";
import { Confirm } from "./Confirm";
import { clashes, type Draft, type Lists, merged, told } from "./drafts";
import { ErrorNote } from "./ErrorNote";
import { useMay } from "./May";
import { Note } from "./parts";

/** A version of a resource, with the revision that a change of it sends back. */
export interface Version<M extends string> {
  draft: Draft<M>;
  revision?: string;
}

/** A field of a form: its text, and its fault. */
export interface Field {
  value: string;
  error?: string;
  onValue: (value: string) => void;
}

interface Props<M extends string> {
  of: Version<M>;
  lists: Lists<M>;
  /** What the members are called where versions are compared. */
  names: Record<M, string>;
  /** How a text of a member is shown there. */
  shown?: (text: string, member: M) => string;
  needs: string;
  title: string;
  effect: (draft: Draft<M>) => ReactNode;
  /** The faults of a draft that need no question to the service. */
  faults?: (draft: Draft<M>) => Partial<Draft<M>>;
  read: () => Promise<Version<M>>;
  write: (draft: Draft<M>, revision: string | undefined, key: string) => Promise<Version<M>>;
  children: (field: (member: M) => Field) => ReactNode;
}

/** A form that changes a resource: it shows the changes and asks, and explains a change by someone else. */
export function Edit<M extends string>({ of, lists, names, shown = (text) => text, needs, title, effect, faults, read, write, children }: Props<M>) {
  const may = useMay()(needs);
  // The version that the person began from, also when the page reads a newer one.
  const [base, setBase] = useState(of);
  const [draft, setDraft] = useState(of.draft);
  const [theirs, setTheirs] = useState<Version<M>>();
  const [asked, setAsked] = useState(false);
  const [idle, setIdle] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [found, setFound] = useState<Partial<Draft<M>>>({});
  const begin = (from: Version<M>, now = from.draft) => {
    setBase(from);
    setDraft(now);
    setTheirs(undefined);
    setError(undefined);
  };
  const save = async (key: string) => {
    try {
      begin(await write(draft, base.revision, key));
    } catch (failure) {
      const status = failure instanceof ApiError && failure.problem.status;
      if (status === 412) setTheirs(await read());
      else if (status === 422) setError(failure as ApiError);
      else throw failure;
      return;
    }
    await readAgain();
  };
  const changed = clashes(lists, base.draft, base.draft, draft);
  // Another act on the page may have raised the revision: where nothing is typed, the form begins from there.
  const [seen, setSeen] = useState(of.revision);
  if (of.revision !== seen) {
    setSeen(of.revision);
    if (changed.length === 0 && !theirs) begin(of);
  }
  const field = (member: M): Field => ({
    value: draft[member],
    error: found[member] ?? told(error?.problem.errors, member),
    onValue: (value) => {
      setDraft((before) => ({ ...before, [member]: value }));
      setIdle(false);
    },
  });
  const send = () => {
    const now = faults?.(draft) ?? {};
    setFound(now);
    setError(undefined);
    setIdle(changed.length === 0);
    setAsked(changed.length > 0 && Object.keys(now).length === 0);
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); send(); }}>
      <fieldset className="edit" disabled={!may}>
        {children(field)}
        {error && <ErrorNote error={error} doing="once" labels={names} />}
        {may && !theirs && <div className="acts"><Button type="submit" size="compact-md">{t.saveDots}</Button><span className="quiet" role="status">{idle && t.nothingChanged}</span></div>}
      </fieldset>
      {theirs && (
        <Note tone="step" title={t.someoneChangedWhileYou}>
          <Versions label={t.bothVersions} heads={[t.whenYouBegan, t.theirsSaved, t.yoursNotSaved]}
            rows={clashes(lists, base.draft, theirs.draft, draft).map((each) => ({ name: names[each.member], texts: [each.before, each.theirs, each.yours].map((text) => shown(text, each.member)) }))} />
          <div className="acts">
            <Button size="compact-sm" onClick={() => begin(theirs, merged(lists, base.draft, theirs.draft, draft))}>{t.putBothTogether}</Button>
            <Button size="compact-sm" variant="default" onClick={() => begin(theirs)}>{t.takeTheirs}</Button>
            <Button size="compact-sm" variant="default" onClick={() => begin(theirs, draft)}>{t.goWithYours}</Button>
          </div>
          <p className="quiet">{t.nothingSavedUntilYou}</p>
        </Note>
      )}
      {asked && (
        <Confirm title={title} act={t.save} onClose={() => setAsked(false)} onConfirm={({ key }) => save(key)}>
          <div style={{ display: "grid", gap: 12 }}>
            <div>{effect(draft)}</div>
            <Versions label={t.changes} heads={[t.before, t.after]}
              rows={changed.map((each) => ({ name: names[each.member], texts: [each.before, each.yours].map((text) => shown(text, each.member)) }))} />
          </div>
        </Confirm>
      )}
    </form>
  );
}

/** Members side by side; a text that differs from the first is marked. */
function Versions({ label, heads, rows }: { label: string; heads: string[]; rows: { name: string; texts: string[] }[] }) {
  if (rows.length === 0) return <p>{t.bothVersionsSaySame}</p>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      <table className="table diff">
        <thead><tr><th scope="col">{t.field}</th>{heads.map((head) => <th scope="col" key={head}>{head}</th>)}</tr></thead>
        <tbody>
          {rows.map(({ name, texts }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {texts.map((text, i) => <td key={heads[i]} className={text === texts[0] ? undefined : "new"}><bdi>{text || "–"}</bdi></td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A field by the event of its element. */
export const typed = ({ onValue, ...rest }: Field) => ({ ...rest, onChange: (event: { currentTarget: { value: string } }) => onValue(event.currentTarget.value) });
