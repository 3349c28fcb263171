import type { Shown } from "./shown";

export const t = {
  // Simulation
  tryOnDecisions: "Try on recorded decisions",
  nothingIsWritten: "Asks the questions of the last seven days again, as if the change were made. Nothing is written.",
  differences: {
    newly_allowed: "newly allowed", newly_denied: "newly denied", step_up_added: "allowed after step-up", step_up_removed: "no longer after step-up", reason: "for another reason",
  },
  change: "Change",
  whoAndWhat: "Who and what",
  decisions: "Decisions",
  changedDecisions: "Decisions that change",
  latest: "latest",
  probes: (a: Shown, b: Shown) => `${a} of ${b} would be answered otherwise`,
  probe: "probe",
  wouldBe: (a: Shown, b: Shown) => `${a} instead of ${b}`,

  // report
  noDecision: "No recorded decision of the last seven days can be asked again.",
  noneChanges: (a: Shown) => `None of ${a} would change.`,
  someChange: (a: Shown, b: Shown, c: Shown) => `Of ${a}, ${b} would change: ${c}.`,
  recordedDecision: "recorded decision",
  andMore: (a: Shown) => `${a} of them are not listed.`,
  onlySince: (a: Shown) => `Only those since ${a} were asked again.`,
  notAsked: (a: Shown) => `${a} could not be asked again.`,
};
