import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, body } from "../../api/client";
import { Dialog } from "../../ui/Dialog";
import { ErrorNote } from "../../ui/ErrorNote";
import { Subject } from "../../ui/Subject";
import type { Item } from "./InboxPage";

interface Props {
  item?: Item;
  busy: boolean;
  error: unknown;
  onClose: () => void;
  onRevoke: (item: Item, note: string) => void;
}

/** Says who loses access, and when, before it is decided. */
export function RevokeDialog({ item, ...rest }: Props) {
  return (
    <Dialog opened={item !== undefined} onClose={rest.onClose} title="Revoke this grant?">
      {item && <Content key={item.id} item={item} {...rest} />}
    </Dialog>
  );
}

function Content({ item, busy, error, onClose, onRevoke }: Props & { item: Item }) {
  const [note, setNote] = useState("");
  const campaign = useQuery({
    queryKey: ["campaign", item.campaign_id],
    queryFn: async () => (await body(api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}", { params: { path: { campaign: item.campaign_id } } }))).data,
    retry: false,
  });
  const moment = campaign.data?.apply === "at_once" ? "at once"
    : campaign.data?.apply === "at_close" ? "when the campaign closes; until then you may decide otherwise"
    : "at once or when the campaign closes, as its owner chose";
  return (
    <form onSubmit={(event) => { event.preventDefault(); onRevoke(item, note.trim()); }} style={{ display: "grid", gap: 12 }}>
      <p style={{ margin: 0 }}>
        <strong><Subject of={item.subject} /></strong> loses the {item.privilege_type} <strong className="mono">{item.privilege_key}</strong>, {moment}. Other grants of the same access stay.
      </p>
      <TextInput label="Note" description="Why; the record of this decision keeps it" maxLength={500} value={note} onChange={(e) => setNote(e.currentTarget.value)} data-autofocus />
      {error ? <ErrorNote error={error} /> : null}
      <div style={{ display: "flex", gap: 8, justifyContent: "flex-end" }}>
        <Button variant="default" onClick={onClose}>Keep it</Button>
        <Button type="submit" color="red.8" loading={busy}>Revoke</Button>
      </div>
    </form>
  );
}
