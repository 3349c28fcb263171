import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ApiError, isOutdated } from "../api/problem";
import { readAgain } from "../app/queries";
import { type Asked, type Choice, Confirm } from "./Confirm";
import { useMay } from "./May";

export interface Act {
  /** The verb on the button. */
  name: string;
  /** The words that leave the dialog, where "Cancel" would say the act. */
  back?: string;
  title: string;
  effect: ReactNode;
  destructive?: boolean;
  /** The permission of the control plane without which it is not offered. */
  needs?: string;
  note?: Asked;
  /** It cannot be sent with a key. */
  keyless?: boolean;
  run: (choice: Choice) => Promise<unknown>;
}

/** Buttons of acts, each of which says its effect and asks; what the page shows is read again after one. */
export function Acts({ acts, of }: { acts: Act[]; of?: string }) {
  const may = useMay();
  const [asked, setAsked] = useState<Act>();
  return (
    <div className="acts">
      {acts.filter((act) => may(act.needs)).map((act) => (
        <Button key={act.name} size="compact-sm" variant="default" aria-label={of && `${act.name} ${of}`} onClick={() => setAsked(act)}>{act.name}…</Button>
      ))}
      {asked && (
        <Confirm title={asked.title} act={asked.name} cancel={asked.back} destructive={asked.destructive} note={asked.note} keyless={asked.keyless}
          onClose={() => setAsked(undefined)}
          onConfirm={async (choice) => {
            await asked.run(choice).catch(async (failure: unknown) => {
              if (failure instanceof ApiError && isOutdated(failure.problem)) await readAgain();
              throw failure;
            });
            await readAgain();
          }}>
          {asked.effect}
        </Confirm>
      )}
    </div>
  );
}

/** The headers of an act: it happens once, and to the resource as the page showed it. */
export const once = (key: string, revision?: string) => ({ "Idempotency-Key": key, "If-Match": revision });
