import { useQuery } from "@tanstack/react-query";
import { api, body } from "../../api/client";
import { t } from "../../strings/reviews";
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
  const moment = campaign.data?.apply === "at_once" ? t.atOnce
    : campaign.data?.apply === "at_close" ? t.whenCampaignClosesUntil
    : t.atOnceOrWhen;
  return (
    <Confirm title={t.revokeGrant} act={t.revokeTitle} cancel={t.keep} destructive keyless onClose={onClose} onConfirm={onRevoke}
      note={{ label: t.note, description: t.whyRecordDecisionKeeps }}>
      <strong><Subject of={item.subject} /></strong> {t.loses} {item.privilege_type} <strong className="mono">{item.privilege_key}</strong>, {moment}{t.otherGrantsSameAccess}
    </Confirm>
  );
}
