/** A delivery as far as its error goes. */
interface Tried {
  status: string;
  last_error: string | null;
}

/** The service adds this to the error of the receiver, which it is not. */
const ENDED = /\s*The webhook was (disabled|deleted)\.$/;

/** The error that the receiver of a delivery caused, if it caused one. */
export const errorOf = ({ last_error }: Tried): string | undefined => last_error?.replace(ENDED, "") || undefined;

/** The last error of a webhook, by its deliveries, the latest first; none where a later event was taken. */
export function lastErrorOf(deliveries: readonly Tried[]): string | undefined {
  const last = deliveries.find((each) => each.status === "delivered" || errorOf(each));
  return last && last.status !== "delivered" ? errorOf(last) : undefined;
}
