import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, type Schemas } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/webhooks";
import { type Act, Acts, once } from "../../ui/Acts";
import type { Column } from "../../ui/ListTable";
import { Mark, Note, type Tone } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { eventWords } from "../../ui/words";
import { errorOf } from "./errors";
import { Address, useReceiver } from "./WebhookLink";

export type Delivery = Schemas["DeliveryView"];

const TONES: Record<Delivery["status"], Tone> = { waiting: "plain", pending: "plain", sending: "plain", delivered: "allow", dead: "deny" };

/** So often an event is tried: docs/webhooks.md, The answer. */
export const MOST_TRIES = 10;

/** Whether a delivery changes by itself. */
export const isMoving = ({ status }: Delivery) => status !== "delivered" && status !== "dead";

export function DeliveryStatus({ of }: { of: Delivery["status"] }) {
  return <Mark tone={TONES[of]}>{of === "dead" ? t.deadLetterWord : of}</Mark>;
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  { title: t.eventTitle, cell: (row) => <Link to="/deliveries/$delivery" params={{ delivery: row.id }} title={row.event_type}>{eventWords(row.event_type)}</Link> },
  { title: t.object, cell: (row) => row.subject ? <Subject of={row.subject} /> : "–" },
  { title: t.attempts, cell: (row) => row.tries },
  { title: t.lastError, cell: (row) => <span className="name">{row.last_error ?? "–"}</span> },
];

const MANAGE = "iam:webhooks.manage";

export function replay(it: Delivery): Act {
  return {
    name: t.replay, title: t.replayEvent, needs: MANAGE,
    effect: (
      <>
        {t.theEvent} <strong>{eventWords(it.event_type)}</strong>{it.subject && <> {t.of} <strong><Subject of={it.subject} /></strong></>} {t.goesAgainTo} <Address of={it.webhook_id} />{t.receiverCanTell}
        <LastError is={errorOf(it)} of={it.webhook_id} />
      </>
    ),
    run: ({ key }) => api().POST("/api/iam/v1/webhooks/deliveries/{delivery}/replay", { params: { path: { delivery: it.id }, header: once(key) } }).catch((failure: unknown) => {
      // Someone disabled the webhook meanwhile, or the event expired: the service says which.
      if (failure instanceof ApiError && failure.problem.status === 409) throw new ApiError({ ...failure.problem, title: t.cannotBeReplayed });
      throw failure;
    }),
  };
}

/** The error that a receiver caused last, and the way to repair the address. */
export function LastError({ is, of }: { is?: string; of?: string }) {
  if (!is) return null;
  return (
    <p style={{ margin: "8px 0 0" }}>
      {t.lastError}: <strong className="name">{is}</strong>{" "}
      {of ? <Link to="/webhooks/$webhook" params={{ webhook: of }}>{t.changeAddressFirst}</Link> : t.changeAddressFirst}
    </p>
  );
}

/** Lets a webhook take events again; `error` is the one that its receiver caused last. */
export const activation = (webhook: string, revision?: string, error?: ReactNode): Pick<Act, "needs" | "title" | "effect" | "run"> => ({
  needs: MANAGE, title: t.activateWebhook,
  effect: <><Address of={webhook} /> {t.getsEventsFromNow}{error}</>,
  run: ({ key }) => api().PATCH("/api/iam/v1/webhooks/{webhook}", { params: { path: { webhook }, header: once(key, revision) }, body: { status: "active" } }),
});

const removal = (it: Delivery): Act => ({
  name: t.delete, title: t.deleteDeadLetter, needs: MANAGE, destructive: true,
  effect: t.eventNotSentWebhook,
  run: ({ key }) => api().DELETE("/api/iam/v1/webhooks/dlq/{delivery}", { params: { path: { delivery: it.id }, header: once(key) } }),
});

export type Done = "replayed" | "activated" | "deleted";

/** The words after an act on a delivery; in a list of several the event is named, and the way to its webhook is there. */
export function DoneNote({ of, webhook, event }: { of: Done; webhook: string; event?: string }) {
  const words = { replayed: t.replayQueued, activated: t.webhookActive, deleted: t.deleted }[of];
  return (
    <Note tone="allow" title={event ? t.eventWith(event, words) : words}>
      {event && of === "replayed" && <p><Link to="/webhooks/$webhook" params={{ webhook }}>{t.allDeliveries}</Link></p>}
    </Note>
  );
}

/** The acts that the state of a delivery allows; before a replay a disabled webhook is activated. */
export function DeliveryActs({ of: it, label, say }: { of: Delivery; label?: string; say: (done: Done) => void }) {
  const webhook = useReceiver(it.webhook_id);
  const { status } = webhook.data ?? {};
  const then = (act: Act, done: Done): Act => ({ ...act, run: async (choice) => { await act.run(choice); say(done); } });
  const acts = isMoving(it) ? [] : [
    ...(webhook.isPending || status === "disabled" || status === "deleted" ? [] : [then(replay(it), "replayed")]),
    ...(status === "disabled" ? [then({ name: t.activateIts, ...activation(it.webhook_id, undefined, <LastError is={errorOf(it)} of={it.webhook_id} />) }, "activated")] : []),
    ...(it.status === "dead" ? [then(removal(it), "deleted")] : []),
  ];
  return <Acts of={label} acts={acts} />;
}
