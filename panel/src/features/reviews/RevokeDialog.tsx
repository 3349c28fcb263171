import { useQuery } from "@tanstack/react-query";
import { api, body } from "../../api/client";
import { type Choice, Confirm } from "../../ui/Confirm";
import { Subject } from "../../ui/Subject";
import type { Item } from "./InboxPage";

/** Says who loses access, and when, before it is decided. */
export function RevokeDialog({ item, onClose, onRevoke }: { item: Item; onClose: () => void; onRevoke: (choice: Choice) => Promise<unknown> }) {
  const campaign = useQuery({
    queryKey: ["campaign", item.campaign_id],
    queryFn: async () => (await body(api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}", { params: { path: { campaign: item.campaign_id } } }))).data,
    retry: false,
  });
  const moment = campaign.data?.apply === "at_once" ? "at once"
    : campaign.data?.apply === "at_close" ? "when the campaign closes; until then you may decide otherwise"
    : "at once or when the campaign closes, as its owner chose";
  return (
    <Confirm title="Revoke this grant?" act="Revoke" cancel="Keep it" destructive keyless onClose={onClose} onConfirm={onRevoke}
      note={{ label: "Note", description: "Why; the record of this decision keeps it" }}>
      <strong><Subject of={item.subject} /></strong> loses the {item.privilege_type} <strong className="mono">{item.privilege_key}</strong>, {moment}. Other grants of the same access stay.
    </Confirm>
  );
}
