import { api, body, type Schemas } from "../../api/client";

export type Checkpoint = Schemas["CheckpointView"];

const PAGE = 100;
/** So many pages of checkpoints are read, which is some years of daily ones. */
const MOST_PAGES = 10;

/** The first checkpoint that covers a record; null where none does, undefined where that would take too long to find. */
export async function covering(seq: number, read = page): Promise<Checkpoint | null | undefined> {
  let cursor: string | undefined;
  for (let n = 0; n < MOST_PAGES; n++) {
    // The shortest come first.
    const { data, next_cursor } = await read(cursor);
    const found = data.find(({ size }) => size >= seq);
    if (found) return found;
    if (!next_cursor) return null;
    cursor = next_cursor;
  }
  return undefined;
}

const page = (cursor: string | undefined) => body(api().GET("/api/iam/v1/audit/checkpoints", { params: { query: { cursor, limit: PAGE } } }));
