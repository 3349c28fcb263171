import { api } from "../../api/client";
import { type Act, once } from "../../ui/Acts";

/** Signs the present end of the chain, and then does something with it. */
export const signing = (then?: () => Promise<unknown>): Act => ({
  name: "Sign checkpoint", title: "Sign the present end of the chain?", needs: "iam:audit.manage",
  effect: "All records so far are covered by one signature, and each of them can be proved. The service signs by itself from time to time, too.",
  run: async ({ key }) => {
    await api().POST("/api/iam/v1/audit/checkpoints", { params: { header: once(key) } });
    await then?.();
  },
});
