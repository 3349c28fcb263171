import type { ReactNode } from "react";
import { useMay } from "./May";
import { RowLink } from "./RowLink";
import { Subject } from "./Subject";

/** A link to a page for those who may see it, and the mere words for others. */
export function Linked({ needs, link, children }: { needs: string; link: (children: ReactNode) => ReactNode; children: ReactNode }) {
  return useMay()(needs) ? link(children) : children;
}

/** A subject by its name; a person is a link to their page. */
export function Holder({ of }: { of: string }) {
  const user = /^user:([0-9a-f-]{36})$/.exec(of)?.[1];
  return user
    ? <Linked needs="iam:users.read" link={(name) => <RowLink to="/people/$user" params={{ user }}>{name}</RowLink>}><Subject of={of} /></Linked>
    : <Subject of={of} />;
}
