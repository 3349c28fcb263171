import { Link } from "@tanstack/react-router";
import { api, type Schemas } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/webhooks";
import { type Act, Acts, once } from "../../ui/Acts";
import type { Column } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Mark, type Tone } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { eventWords } from "../../ui/words";
import { useReceiver } from "./WebhookLink";

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

/** In a column of buttons, which do not wrap. */
const SAID = { margin: "0 0 6px", maxWidth: "24ch", whiteSpace: "normal" } as const;

const MANAGE = "iam:webhooks.manage";

export function replay(it: Delivery): Act {
  return {
    name: t.replay, title: t.replayEvent, needs: MANAGE,
    effect: <>{t.theEvent} <strong>{eventWords(it.event_type)}</strong> {t.goesAgainIts}</>,
    run: ({ key }) => api().POST("/api/iam/v1/webhooks/deliveries/{delivery}/replay", { params: { path: { delivery: it.id }, header: once(key) } }).catch((failure: unknown) => {
      // Someone disabled the webhook meanwhile, or the event expired: the service says which.
      if (failure instanceof ApiError && failure.problem.status === 409) throw new ApiError({ ...failure.problem, title: t.cannotBeReplayed });
      throw failure;
    }),
  };
}

const removal = (it: Delivery): Act => ({
  name: t.delete, title: t.deleteDeadLetter, needs: MANAGE, destructive: true,
  effect: t.eventNotSentWebhook,
  run: ({ key }) => api().DELETE("/api/iam/v1/webhooks/dlq/{delivery}", { params: { path: { delivery: it.id }, header: once(key) } }),
});

/** The acts that the state of a delivery allows; a webhook that takes no events says so in place of a replay. */
export function DeliveryActs({ of: it, label, say }: { of: Delivery; label?: string; say: (done: "replayed" | "deleted") => void }) {
  const webhook = useReceiver(it.webhook_id);
  const { status } = webhook.data ?? {};
  const then = (act: Act, done: "replayed" | "deleted"): Act => ({ ...act, run: async (choice) => { await act.run(choice); say(done); } });
  const acts = isMoving(it) ? [] : [
    ...(webhook.isPending || status === "disabled" || status === "deleted" ? [] : [then(replay(it), "replayed")]),
    ...(it.status === "dead" ? [then(removal(it), "deleted")] : []),
  ];
  return (
    <>
      {status === "disabled" && !isMoving(it) && (
        <p className="quiet" style={SAID}>
          {t.webhookDisabled} <May needs={MANAGE}><Link to="/webhooks/$webhook" params={{ webhook: it.webhook_id }}>{t.activateIt}</Link></May>
        </p>
      )}
      {status === "deleted" && !isMoving(it) && <p className="quiet" style={SAID}>{t.webhookDeleted}</p>}
      <Acts of={label} acts={acts} />
    </>
  );
}
