import type { Shown } from "./shown";

export const t = {
  // Confirm
  cancel: "Cancel",

  // Edit
  saveDots: "Save…",
  save: "Save",
  nothingChanged: "Nothing is changed.",
  someoneChangedWhileYou: "Someone changed this while you did",
  putBothTogether: "Put both together",
  takeTheirs: "Take theirs",
  goWithYours: "Go on with yours",
  nothingSavedUntilYou: "Nothing is saved until you press Save again.",
  bothVersionsSaySame: "Both versions say the same.",
  bothVersions: "Both versions",
  changes: "Changes",
  field: "Field",
  before: "Before",
  after: "After",
  whenYouBegan: "When you began",
  theirsSaved: "Theirs, saved",
  yoursNotSaved: "Yours, not saved",

  // Pairs
  remove: "Remove",
  removeOf: (a: Shown) => `Remove ${a}`,

  // EntryForm
  isMade: "is created.",

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

  // Ticks
  tick: "Tick",
  tickAllShown: "Tick all shown",
  tickFirst: "Tick rows first.",
  ticked: (a: Shown) => `${a} ticked`,
  tickedRows: "Ticked rows",
  triedOf: (a: Shown, b: Shown) => `${a} of ${b} tried.`,
  row: "row",
  refused: (a: Shown, one: boolean) => `${a} ${one ? "was" : "were"} refused.`,
  left: (a: Shown, one: boolean) => `${a} ${one ? "is" : "are"} left, and still ticked.`,

  // json
  writeObjectSuchAs: "Write an object, such as {\"quantity\": 5}",
  notJson: (a: Shown) => `Not JSON: ${a}`,

  // KeyInput
  didYouMean: "Did you mean",

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
  durations: ["day", "hour", "minute", "second"],
};
