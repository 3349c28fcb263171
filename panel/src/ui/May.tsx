import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api, body } from "../api/client";

/**
 * Tells whether the person holds a permission of the control plane, so that a page offers nothing
 * that would be refused. Until it is known everything is offered: the API decides each act.
 */
export function useMay(): (permission?: string) => boolean {
  const { data } = useQuery({
    queryKey: ["rights"],
    queryFn: async () => new Set((await body(api().GET("/api/iam/v1/me/permissions"))).data.permissions),
    staleTime: 60_000,
  });
  return (permission) => !permission || !data || data.has(permission);
}

/** Shows something to those who may use it. */
export function May({ needs, children }: { needs: string; children: ReactNode }) {
  return useMay()(needs) ? children : null;
}
