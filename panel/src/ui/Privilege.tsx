import { useQuery } from "@tanstack/react-query";
import { useMay } from "./May";
import { keysOf } from "./suggestions";

interface Props {
  of: { privilege_type: string; privilege_key: string };
}

/** A role by its name and its key, which are the same on every page; a permission by its key. */
export function Privilege({ of: { privilege_type: type, privilege_key: key } }: Props) {
  const enabled = useMay()("iam:roles.read") && type === "role";
  const { data } = useQuery({ ...keysOf("role"), enabled });
  const label = data?.find(({ value }) => type === "role" && value === key)?.label;
  return label && label !== key ? <><strong><bdi>{label}</bdi></strong> <span className="mono">{key}</span></> : <strong className="mono">{key}</strong>;
}
