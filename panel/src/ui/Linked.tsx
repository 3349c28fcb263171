import type { ReactNode } from "react";
import { useMay } from "./May";
import { RowLink } from "./RowLink";
import { Subject } from "./Subject";

/** A link to a page for those who may see it, and the mere words for others. */
export function Linked({ needs, link, children }: { needs: string; link: (children: ReactNode) => ReactNode; children: ReactNode }) {
  return useMay()(needs) ? link(children) : children;
}

const PAGES: Record<string, { needs: string; to: string; param: string }> = {
  user: { needs: "iam:users.read", to: "/people/$user", param: "user" },
  group: { needs: "iam:groups.read", to: "/groups/$group", param: "group" },
  service_account: { needs: "iam:service_accounts.read", to: "/service-accounts/$account", param: "account" },
};

/** A subject by its name, as a link to its page, with its kind if it is no person. */
export function Holder({ of }: { of: string }) {
  const [, type = "", id = ""] = /^(\w+):([0-9a-f-]{36})$/.exec(of) ?? [];
  const page = PAGES[type];
  if (!page) return <Subject of={of} />;
  return (
    <>
      <Linked needs={page.needs} link={(name) => <RowLink to={page.to} params={{ [page.param]: id }}>{name}</RowLink>}><Subject of={of} /></Linked>
      {type !== "user" && <> <span className="quiet">{type.replaceAll("_", " ")}</span></>}
    </>
  );
}
