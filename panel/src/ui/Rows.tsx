import { memo, type ReactNode } from "react";
import { t } from "../strings/ui";

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
}

interface Props<T> {
  label: string;
  rows: readonly T[];
  columns: Column<T>[];
  id: (row: T) => string;
  empty?: ReactNode;
  busy?: boolean;
}

/** A table that scrolls by itself where it is too wide. */
export function Rows<T>({ label, rows, columns, id, empty, busy = false }: Props<T>) {
  if (rows.length === 0 && empty) return empty;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.list(label.toLowerCase())} aria-busy={busy}>
      <table className="table wide listed">
        <thead>
          <tr>{columns.map((column) => <th scope="col" key={column.title}>{column.title}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map((row) => <Cells key={id(row)} row={row} columns={columns as Column<unknown>[]} />)}
        </tbody>
      </table>
    </div>
  );
}

/** A row, which is drawn again only when it changes: columns of long lists are the same at each drawing. */
const Cells = memo(function Cells({ row, columns }: { row: unknown; columns: Column<unknown>[] }) {
  return <tr>{columns.map((column) => <td key={column.title} data-title={column.title}><div>{column.cell(row)}</div></td>)}</tr>;
});
