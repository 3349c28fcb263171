import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../strings/ui";
import { ErrorNote } from "./ErrorNote";
import { type Choosing, type Column, Rows } from "./Rows";
import { type Many, useTicks } from "./Ticks";
import type { useList } from "./useList";

export type { Column };

interface Props<T> extends Choosing {
  label: string;
  list: ReturnType<typeof useList<T>>;
  columns: Column<T>[];
  id: (row: T) => string;
  empty: ReactNode;
  /** The acts that are offered on several rows at once, and whether all of them are ticked at once. */
  many?: readonly Many<T>[];
  tickAll?: boolean;
}

/** A list with its pages, its emptiness and its errors. Under other filters nothing is ticked: a row of before might be acted on unseen. */
export const ListTable = <T,>(props: Props<T>) => <Listed key={props.list.name} {...props} />;

function Listed<T>({ label, list, columns, id, empty, many = [], tickAll = true, ...choosing }: Props<T>) {
  const { ticks, bar, told } = useTicks(list.rows, id, many, tickAll);
  if (list.error && list.rows.length === 0) return <>{told}<ErrorNote error={list.error} onRetry={() => void list.refetch()} /></>;
  if (list.isSuccess && list.rows.length === 0 && !list.hasNextPage && !list.isLater) return <>{told}{empty}</>;
  return (
    <>
      {told}
      {list.isLater && (
        <p className="quiet">{t.earlierRowsNotShown} <button type="button" className="link" onClick={list.restart}>{t.backBeginning}</button></p>
      )}
      {bar}
      <Rows label={label} rows={list.rows} columns={columns} id={id} busy={list.isFetching} ticks={ticks} {...choosing} />
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
