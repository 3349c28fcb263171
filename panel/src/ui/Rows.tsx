import { memo, type ReactNode } from "react";
import { t } from "../strings/ui";
import type { Ticks } from "./Ticks";

export interface Column<T> {
  title: string;
  /** Tells rows apart that the first two columns call the same. */
  names?: boolean;
  cell: (row: T) => ReactNode;
}

/** A list in which one row is chosen. */
export interface Choosing {
  chosen?: string;
  onChoose?: (id: string) => void;
}

interface Props<T> extends Choosing {
  label: string;
  rows: readonly T[];
  columns: Column<T>[];
  id: (row: T) => string;
  empty?: ReactNode;
  busy?: boolean;
  ticks?: Ticks<T>;
}

/** A table that scrolls by itself where it is too wide. */
export function Rows<T>({ label, rows, columns, id, empty, busy = false, ticks, chosen, onChoose }: Props<T>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.list(label.toLowerCase())} aria-busy={busy}>
      <table className="table wide listed">
        <thead>
          <tr>{ticks && <th scope="col"><span className="hidden">{t.tick}</span></th>}{columns.map((column) => <th scope="col" key={column.title}>{column.title}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Cells key={id(row)} id={id(row)} row={row} columns={columns as Column<unknown>[]} ticked={ticks?.of(row)} onTick={ticks?.put}
              chosen={onChoose && id(row) === chosen} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellsProps {
  id: string;
  row: unknown;
  columns: Column<unknown>[];
  /** Null where the row has no box. */
  ticked?: boolean | null;
  onTick?: Ticks<unknown>["put"];
  chosen?: boolean;
  onChoose?: Choosing["onChoose"];
}

/** A row, which is drawn again only when it changes: columns of long lists are the same at each drawing. */
const Cells = memo(function Cells({ id, row, columns, ticked, onTick, chosen, onChoose }: CellsProps) {
  /** The cells that name the row name its box. */
  const naming = ({ names }: Column<unknown>, at: number) => typeof ticked === "boolean" && (at < 2 || names) ? `${id}-${at}` : undefined;
  return (
    <tr aria-selected={chosen} onClick={onChoose && (() => onChoose(id))}>
      {onTick && (
        <td className="tick" data-title={t.tick}>
          {typeof ticked === "boolean" && <input type="checkbox" className="tick" checked={ticked} aria-labelledby={columns.map(naming).filter(Boolean).join(" ")} onChange={(event) => onTick(id, event.currentTarget.checked)} />}
        </td>
      )}
      {columns.map((column, at) => <td key={column.title} id={naming(column, at)} data-title={column.title}><div>{column.cell(row)}</div></td>)}
    </tr>
  );
});
