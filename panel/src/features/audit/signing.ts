import { api } from "../../api/client";
import { t } from "../../strings/audit";
import { type Act, once } from "../../ui/Acts";

/** Signs the present end of the chain, and then does something with it. */
export const signing = (then?: () => Promise<unknown>): Act => ({
  name: t.signCheckpoint, title: t.signPresentEndChain, needs: "iam:audit.manage",
  effect: t.allRecordsSoFar,
  run: async ({ key }) => {
    await api().POST("/api/iam/v1/audit/checkpoints", { params: { header: once(key) } });
    await then?.();
  },
});
