/** The entries of the menu, each with its tabs; never more than seven. */
export const PAGES = [
  { label: "Posture", tabs: [{ to: "/", label: "Posture" }] },
  { label: "Ask", tabs: [{ to: "/ask", label: "Ask" }] },
  {
    label: "Access",
    tabs: [
      { to: "/people", label: "People" },
      { to: "/groups", label: "Groups" },
      { to: "/roles", label: "Roles" },
      { to: "/grants", label: "Grants" },
      { to: "/relations", label: "Relations" },
      { to: "/service-accounts", label: "Service accounts" },
      { to: "/applications", label: "Applications" },
    ],
  },
  {
    label: "Governance",
    tabs: [
      { to: "/reviews", label: "Reviews" },
      { to: "/requests", label: "Access requests" },
      { to: "/campaigns", label: "Campaigns" },
      { to: "/recommendations", label: "Recommendations" },
      { to: "/anomalies", label: "Anomalies" },
    ],
  },
  {
    label: "Audit",
    tabs: [
      { to: "/audit", label: "Records" },
      { to: "/decisions", label: "Decisions" },
    ],
  },
  {
    label: "Operate",
    tabs: [
      { to: "/webhooks", label: "Webhooks" },
      { to: "/dead-letters", label: "Dead letters" },
      { to: "/keys", label: "Signing keys" },
    ],
  },
] as const;

export type Entry = (typeof PAGES)[number];

/** Whether an address is a page or lies below it. */
export function isAt(path: string, to: string): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`));
}

export function entryOf(path: string): Entry | undefined {
  return PAGES.find((entry) => entry.tabs.some((tab) => isAt(path, tab.to)));
}
