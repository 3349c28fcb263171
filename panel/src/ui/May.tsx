import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import { api, body } from "../api/client";

const useRights = () => useQuery({
  queryKey: ["rights"],
  queryFn: async () => new Set((await body(api().GET("/api/iam/v1/me/permissions"))).data.permissions),
  staleTime: 60_000,
});

/**
 * Whether it is known what the person may do, or cannot be known now. A page waits for it: what is
 * taken back after it was offered would move the rest.
 */
export function useRightsSettled(): boolean {
  const { isPending, failureCount } = useRights();
  return !isPending || failureCount > 0;
}

const Rights = createContext<Set<string> | undefined>(undefined);

/** Reads the person's rights once for all below: each row of a list would observe them for itself. */
export function WithRights({ children }: { children: ReactNode }) {
  return <Rights.Provider value={useRights().data}>{children}</Rights.Provider>;
}

/**
 * Tells whether the person holds a permission of the control plane, so that a page offers nothing
 * that would be refused. Where it cannot be known everything is offered: the API decides each act.
 */
export function useMay(): (permission?: string) => boolean {
  const rights = useContext(Rights);
  return (permission) => !permission || !rights || rights.has(permission);
}

/** Shows something to those who may use it. */
export function May({ needs, children }: { needs: string; children: ReactNode }) {
  return useMay()(needs) ? children : null;
}
