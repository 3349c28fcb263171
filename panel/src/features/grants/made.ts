import type { Item } from "../../api/client";
import { store } from "../../app/store";

/** The grant that was just made, for the list that is shown after it. */
export const made = store<Item<"/api/iam/v1/grants"> | undefined>(undefined);

/** Lets go of it once it is revoked. */
export function unmake(grant: string): void {
  if (made.get()?.id === grant) made.set(undefined);
}
