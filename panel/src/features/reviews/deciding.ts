import { api, body, type Schemas } from "../../api/client";
import type { Act } from "./keys";

export type Item = Schemas["ReviewItemView"];

/** Decides on an item, or takes its decision back; the item as it is then. */
export async function send(item: Item, act: Exclude<Act, "delegate">, note?: string): Promise<Item> {
  const params = { path: { item: item.id } };
  const { data } = await body(act === "reset"
    ? api().POST("/api/iam/v1/access-reviews/items/{item}/reset", { params })
    : api().POST(act === "certify" ? "/api/iam/v1/access-reviews/items/{item}/certify" : "/api/iam/v1/access-reviews/items/{item}/revoke",
      { params, body: note ? { note } : {} }));
  return { ...data, campaign: item.campaign };
}

export interface Ended<T> {
  done: T[];
  /** The first that was refused; those after it were not tried. */
  failed?: { it: T; error: unknown };
}

/** Runs one after the other, up to the first that is refused. */
export async function eachInTurn<T>(all: T[], run: (it: T) => Promise<unknown>, told: (done: number) => void): Promise<Ended<T>> {
  const done: T[] = [];
  for (const it of all) {
    told(done.length);
    try {
      await run(it);
    } catch (error) {
      return { done, failed: { it, error } };
    }
    done.push(it);
  }
  return { done };
}

/** A set with one more, or one less. */
export function toggled<T>(all: ReadonlySet<T>, it: T): Set<T> {
  const next = new Set(all);
  if (!next.delete(it)) next.add(it);
  return next;
}
