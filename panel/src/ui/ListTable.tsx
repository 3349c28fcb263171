import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ErrorNote } from "./ErrorNote";
import type { useList } from "./useList";

export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
}

/** A list with its pages, its emptiness and its errors. */
export function ListTable<T>(props: {
  label: string;
  list: ReturnType<typeof useList<T>>;
  columns: Column<T>[];
  id: (row: T) => string;
  empty: ReactNode;
}) {
  const { list } = props;
  if (list.error && list.rows.length === 0) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isSuccess && list.rows.length === 0 && !list.hasNextPage) return props.empty;
  return (
    <>
      <div className="scroll" tabIndex={0} role="region" aria-label={`List of ${props.label.toLowerCase()}`} aria-busy={list.isFetching}>
        <table className="table wide">
          <thead>
            <tr>{props.columns.map((column) => <th scope="col" key={column.title}>{column.title}</th>)}</tr>
          </thead>
          <tbody>
            {list.rows.map((row) => (
              <tr key={props.id(row)}>{props.columns.map((column) => <td key={column.title}>{column.cell(row)}</td>)}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {list.isPending && <p className="quiet">Loading…</p>}
      {list.error && (
        <ErrorNote error={list.error} onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())} />
      )}
      {list.hasNextPage && (
        <Button mt={12} variant="default" size="compact-md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}
