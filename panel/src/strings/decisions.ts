import type { Shown } from "./shown";

export const t = {
  // DecisionPage
  decision: "Decision",
  allDecisions: "All decisions",
  whatAnswered: "What was answered",
  restRecordErasedWith: "The rest of this record was erased with the data of a person.",
  answer: "Answer",
  when: "When",
  askAgainSeeWhy: "Ask it again, and see why",
  subject: "Subject",
  asked: "Asked for",
  resource: "Resource",
  allowedOrDeniedBy: "Allowed or denied by",
  nothing: "nothing",
  context: "Context",
  policyVersion: "Policy version",
  askedBy: "Asked by",
  correlationId: "Correlation id",

  // DecisionsPage
  words: { allow: "Allowed", deny: "Denied", step_up: "Step-up" },
  erased: "erased",
  reason: "Reason",
  decisions: "Decisions",
  decisionLog: "Decision log",
  withoutOwn: "Without requests to this service itself.",
  showThemToo: "Show them, too",
  answersApplicationsAboutRequests: "Answers to applications, and about requests to this service, such as those of this panel; filter by a permission to see one kind.",
  permission: "Permission",
  nameOrUserAnn: "name, or user:ann",
  from: (a: Shown) => `From ${a}`,
  to: (a: Shown) => `to ${a}`,
  showAllTimes: "Show all times",
  noSuchDecisionRecorded: "No such decision is recorded.",
  changeFiltersOrAsk: "Change the filters, or ask a question on the page",
  ask: "Ask",
};
