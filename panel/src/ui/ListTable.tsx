import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../strings/ui";
import { ErrorNote } from "./ErrorNote";
import { type Column, Rows } from "./Rows";
import type { useList } from "./useList";

export type { Column };

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
      {list.isLater && (
        <p className="quiet">{t.earlierRowsNotShown} <button type="button" className="link" onClick={list.restart}>{t.backBeginning}</button></p>
      )}
      <Rows label={props.label} rows={list.rows} columns={props.columns} id={props.id} busy={list.isFetching} />
      {list.isPending && <p className="quiet">{t.loadingDots}</p>}
      {list.error && (
        <ErrorNote error={list.error} onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())} />
      )}
      {list.hasNextPage && (
        <Button mt={12} variant="default" size="compact-md" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t.showMore}
        </Button>
      )}
    </>
  );
}
