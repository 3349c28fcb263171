import { Button } from "@mantine/core";
import { type ReactNode, useCallback, useEffect, useReducer, useRef, useState } from "react";
import { inWords } from "../api/problem";
import { readAgain } from "../app/queries";
import { t } from "../strings/ui";
import { type Asked, type Choice, Confirm } from "./Confirm";
import { goOn, type Work } from "./many";
import { useMay } from "./May";
import { Note } from "./parts";
import { count, number } from "./words";

/** An act that makes sense for several rows of a list at once. */
export interface Many<T> {
  /** The verb. */
  act: string;
  /** The words on the button, which is offered with the permission that the act needs. */
  label: string;
  needs?: string;
  can: (row: T) => boolean;
  title: (n: number) => string;
  effect: (rows: readonly T[]) => ReactNode;
  destructive?: boolean;
  note?: Asked;
  /** It cannot be sent with a key. */
  keyless?: boolean;
  run: (row: T, choice: Choice) => Promise<unknown>;
  /** The words when it is done. */
  tell: (n: number) => string;
  /** More about it, such as the way to the rows. */
  more?: ReactNode;
  /** A row by its name. */
  named: (row: T) => ReactNode;
}

/** The boxes of a list: the state of a row, which is null where the act makes no sense. */
export interface Ticks<T> {
  of: (row: T) => boolean | null;
  put: (id: string, ticked: boolean) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** Boxes of rows, the acts on those that are ticked, and the result; `all` offers to tick them at once. */
export function useTicks<T>(rows: readonly T[], id: (row: T) => string, many: readonly Many<T>[], all: boolean): { ticks?: Ticks<T>; bar?: ReactNode; told?: ReactNode } {
  const may = useMay();
  const [ticked, setTicked] = useState(NONE);
  const [asked, setAsked] = useState<{ many: Many<T>; rows: readonly T[] }>();
  const [ended, setEnded] = useState<{ many: Many<T>; work: Work<T> }>();
  const put = useCallback((row: string, now: boolean) => setTicked((before) => {
    const after = new Set(before);
    if (now) after.add(row);
    else after.delete(row);
    return after;
  }), []);
  const offered = many.filter(({ needs }) => may(needs));
  if (offered.length === 0) return {};
  const can = (row: T) => offered.some((each) => each.can(row));
  const open = rows.filter(can);
  const chosen = open.filter((row) => ticked.has(id(row)));
  const end = (many: Many<T>, work: Work<T>) => {
    setEnded({ many, work });
    setTicked(new Set(work.left.map(id)));
    void readAgain();
  };
  return {
    ticks: open.length > 0 ? { of: (row) => can(row) ? ticked.has(id(row)) : null, put } : undefined,
    bar: open.length > 0 && (
      <Bar offered={offered} chosen={chosen.length} of={open.length}
        onAll={all ? (now) => setTicked(now ? new Set(open.map(id)) : NONE) : undefined}
        onAct={(many) => { setEnded(undefined); setAsked({ many, rows: chosen.filter(many.can) }); }} />
    ),
    told: (
      <>
        {ended && <Result of={ended.work} many={ended.many} id={id} />}
        {asked && <Ask {...asked} id={id} onClose={() => setAsked((now) => now === asked ? undefined : now)} onEnd={(work) => end(asked.many, work)} />}
      </>
    ),
  };
}

/** All rows at once, and the acts on those that are ticked. */
function Bar<T>({ offered, chosen, of, onAll, onAct }: { offered: readonly Many<T>[]; chosen: number; of: number; onAll?: (now: boolean) => void; onAct: (many: Many<T>) => void }) {
  const [idle, setIdle] = useState(false);
  return (
    <div className="ticks">
      {onAll && (
        <label>
          <input type="checkbox" className="tick" checked={chosen === of} onChange={(event) => onAll(event.currentTarget.checked)}
            ref={(box) => { if (box) box.indeterminate = chosen > 0 && chosen < of; }} />
          {t.tickAllShown}
        </label>
      )}
      {offered.map((many) => <Button key={many.label} size="compact-sm" variant="default" onClick={() => { setIdle(chosen === 0); if (chosen > 0) onAct(many); }}>{many.label}…</Button>)}
      <span className="quiet" role="status">{chosen > 0 ? t.ticked(number(chosen)) : idle && t.tickFirst}</span>
    </div>
  );
}

/** Says the effect, asks, and does it row by row. A sign-in that is demanded in between is said as for one row; then it goes on. */
function Ask<T>({ many, rows, id, onClose, onEnd }: { many: Many<T>; rows: readonly T[]; id: (row: T) => string; onClose: () => void; onEnd: (work: Work<T>) => void }) {
  const [work] = useState<Work<T>>(() => ({ left: [...rows], done: 0, refused: [] }));
  const [, told] = useReducer((n: number) => n + 1, 0);
  const running = useRef(false);
  // Another page ends it as closing does: no one would hear what became of the rest.
  useEffect(() => {
    work.stopped = false;
    return () => { work.stopped = true; };
  }, [work]);
  const tried = rows.length - work.left.length;
  const end = () => {
    if (work.left.length < rows.length) onEnd(work);
  };
  return (
    <Confirm title={many.title(rows.length)} act={many.act} destructive={many.destructive} note={many.note} keyless={many.keyless}
      onClose={() => {
        onClose();
        // What is under way comes to its end first, and is told then.
        if (!running.current && !work.stopped) end();
        work.stopped = true;
      }}
      onConfirm={async ({ key, note }) => {
        running.current = true;
        try {
          await goOn(work, (row) => many.run(row, { key: `${key}:${id(row)}`, note }), told);
        } finally {
          running.current = false;
          if (work.stopped) end();
        }
      }}>
      {many.effect(rows)}
      <p className="quiet" role="status" style={{ margin: tried > 0 ? "8px 0 0" : 0 }}>{tried > 0 && t.triedOf(number(tried), number(rows.length))}</p>
    </Confirm>
  );
}

function Result<T>({ of: { done, refused, left }, many, id }: { of: Work<T>; many: Many<T>; id: (row: T) => string }) {
  const words = [
    done > 0 && many.tell(done),
    refused.length > 0 && t.refused(count(refused.length, t.row), refused.length === 1),
    left.length > 0 && t.left(count(left.length, t.row), left.length === 1),
  ];
  return (
    <div style={{ marginBottom: 10 }}>
      <Note tone={refused.length + left.length > 0 ? "step" : "allow"} title={words.filter(Boolean).join(" ")}>
        {done > 0 && many.more}
        {refused.length > 0 && (
          <ul style={{ margin: "4px 0 0", paddingLeft: 20 }}>
            {refused.map(({ row, problem }) => {
              const { title, text } = inWords(problem, "once");
              return <li key={id(row)}>{many.named(row)}: {title}. {text}</li>;
            })}
          </ul>
        )}
      </Note>
    </div>
  );
}

/** The rows of a question by their names: all of them, since each is acted on. */
export function Named<T extends { id: string }>({ rows, named }: { rows: readonly T[]; named: (row: T) => ReactNode }) {
  return <ul className="ticked" tabIndex={0} aria-label={t.tickedRows}>{rows.map((row) => <li key={row.id}>{named(row)}</li>)}</ul>;
}
