import type { Shown } from "./shown";

export const t = {
  // Acts
  goBack: "Go back",

  // Confirm
  cancel: "Cancel",

  // ErrorNote
  panelFailed: "The panel failed",
  tryAgain: "Try again",
  noAnswerWhileService: "No answer while the service is away.",
  correlationId: "Correlation id",
  signWith: "Sign in with",
  signDidNotWork: "Sign-in did not work.",

  // Filters
  all: "all",
  filter: "Filter",

  // ListTable
  earlierRowsNotShown: "Earlier rows are not shown any more.",
  backBeginning: "Back to the beginning",
  loadingDots: "Loading…",
  showMore: "Show more",

  // Rows
  list: (a: Shown) => `List of ${a}`,

  // Secret
  copySecretNow: (a: Shown) => `Copy the secret of ${a} now`,
  shownOnceNobodyCan: "It is shown once: nobody can read it again after you leave this page.",

  // parts
  copy: "Copy",
  copied: "Copied",
  iamPanel: (a: Shown) => `${a} · IAM panel`,

  // subjects
  chooseOneSuggestedOr: "Choose one that is suggested, or write the type and the id, such as user:ann",

  // suggestions
  serviceAccounts: "service accounts",

  // words
  justNow: "just now",
};
