import type { Schemas } from "../../api/client";
import { t } from "../../strings/ask";
import type { CheckBody } from "./question";
import { verdict } from "./words";

export type Answer = Schemas["ExplainedView"];
type Explanation = NonNullable<Answer["explanation"]>;

/** A box of the path from the subject to the permission. */
export interface Box {
  kind: "subject" | "group" | "grant" | "relation" | "permission" | "resource" | "left_out";
  /** A subject's or object's reference, a privilege's or permission's key. */
  text: string;
  /** The way to this box is missing; why. */
  missing?: string;
  deny?: boolean;
}

const MOST = 7;

/** The path that allows, or the one that comes nearest, with what it lacks. */
export function pathOf(asked: CheckBody, answer: Answer): Box[] {
  const explanation = answer.explanation;
  const start: Box = { kind: "subject", text: asked.subject };
  const end: Box[] = [{ kind: "permission", text: asked.permission }];
  if (asked.resource) end.push({ kind: "resource", text: asked.resource });
  /** A grant of the permission itself is one box with it. */
  const beyond = (privilege: string) => privilege === asked.permission ? end.slice(1) : end;
  if (!explanation) return missing([start, ...end], 1, t.noPolicyDecideBy);
  const match = answer.matched[0];
  if (match?.type === "grant") {
    const grant = explanation.grants.find((each) => each.id === match.id);
    const box: Box = { kind: "grant", text: match.key, deny: grant?.effect === "deny" };
    return shorten([start, ...groups(grant?.subject, explanation), box, ...beyond(match.key)]);
  }
  if (answer.allowed) {
    const walked = explanation.relations
      .filter((each) => each.holds === "true")
      .sort((a, b) => b.depth - a.depth)
      .map((each): Box => ({ kind: "relation", text: `${each.object}#${each.name}` }));
    return shorten([start, ...walked, ...end]);
  }
  const nearest = explanation.nearest;
  if (!nearest) return missing([start, ...end], 1, t.noWayLeadsThere);
  const grant = explanation.grants.find((each) => each.id === nearest.grant_id);
  const before = [start, ...groups(grant?.subject, explanation)];
  const box: Box = { kind: "grant", text: nearest.privilege };
  const lacking = grant ? verdict(grant.verdict) : relationsLacking(explanation).length > 0 ? t.noGrantNoRelation : nearest.missing;
  const itself = nearest.privilege === asked.permission;
  if (!grant) return missing(itself ? [...before, ...end] : [...before, box, ...end], before.length, lacking);
  // A grant that is there and does not count reaches the subject, but not the permission.
  return shorten(missing([...before, box, ...beyond(nearest.privilege)], before.length + (itself ? 0 : 1), lacking));
}

/** The role that would allow what was asked for, where the subject does not have it. */
export function roleLacking(asked: CheckBody, { explanation }: Answer): string | undefined {
  const nearest = explanation?.nearest;
  return nearest && !nearest.grant_id && nearest.privilege !== asked.permission ? nearest.privilege : undefined;
}

/** The relations that were looked for and do not hold, without the permission that follows from them. */
export function relationsLacking({ relations }: Explanation): Explanation["relations"] {
  // What a relation follows from comes before it.
  return relations.slice(0, -1).filter((each) => each.holds === "false");
}

/** The groups from the subject to the one that holds the grant, outermost last. */
function groups(holder: string | undefined, explanation: Explanation): Box[] {
  const chain: Box[] = [];
  const seen = new Set<string>();
  let at = explanation.groups.find((each) => each.group === holder);
  while (at && !seen.has(at.group)) {
    seen.add(at.group);
    chain.unshift({ kind: "group", text: at.group });
    const via = at.via;
    at = explanation.groups.find((each) => each.group === via);
  }
  return chain;
}

function missing(boxes: Box[], at: number, why: string): Box[] {
  const place = Math.min(at, boxes.length - 1);
  return boxes.map((box, i) => (i === place ? { ...box, missing: why } : box));
}

/** Puts one box for those in the middle of a long path, which are all of one kind. */
function shorten(boxes: Box[]): Box[] {
  if (boxes.length <= MOST) return boxes;
  const until = boxes.length - (MOST - 3);
  const out: Box = { kind: "left_out", text: t.moreS(until - 2, boxes[2]?.kind) };
  return [...boxes.slice(0, 2), out, ...boxes.slice(until)];
}
