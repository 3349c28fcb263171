import type { Shown } from "./shown";

export const t = {
  // Finder
  find: "Find",
  findPageOrPerson: "Find a page or a person",
  name: "Name",
  reviewsAnnDots: "reviews, ann …",
  found: "Found",
  page: "page",
  person: "person",

  // Root
  signServiceDoesNot: "The sign-in service does not answer. Try again in a moment.",
  signIamPanel: "Sign in · IAM panel",
  youSignedOut: "You are signed out",
  iamPanel: "IAM panel",
  yourSessionHasEnded: "Your session has ended here and at the sign-in service.",
  yourSessionHasEndedHere: "Your session has ended here.",
  seeWhoMayDo: "See who may do what, why, and what changed. Sign in to go on; you return to this page.",
  signServiceNotHeard: "The sign-in service is not heard from",
  signDidNotWork: "Sign-in did not work",
  signAgain: "Sign in again",
  sign: "Sign in",
  yourSessionHasEndedTitle: "Your session has ended",
  pageAsYouLeft: "This page is as you left it, with everything you typed. Sign in again to go on.",

  // Shell
  skipPage: "Skip to the page",
  yourAccount: "Your account",
  logOut: "Log out",
  pages: "Pages",
  change: (a: Shown) => `Change to: ${a}`,
  themes: { light: "Light theme", dark: "Dark theme", auto: "Auto theme" },
  everythingBeingDenied: "Everything is being denied",
  serviceDoesNotAnswer: "The service does not answer",
  sinceAtLatestWhen: (a: Shown) => `Since ${a} at the latest, when this page first asked.`,
  sinceLastGoodAnswer: (a: Shown, b: Shown) => `Since ${a}; the last good answer came at ${b}.`,
  serviceCannotReachIts: (a: Shown) => `${a} The service cannot reach its database, or is still loading your organization's policy, so it denies every request rather than guess. What is shown below is from before. It recovers by itself.`,
  downOrYourNetwork: (a: Shown) => `${a} It is down, or your network is. Applications that get no answer must deny, too. What is shown below is from before.`,

  // finding
  peopleFoundFromTwo: "People are found from two letters on.",
  peopleCouldNotBe: "People could not be searched.",
  nothingHasName: "Nothing has this name.",

  // pages
  posture: "Overview",
  ask: "Ask",
  access: "Access",
  people: "People",
  groups: "Groups",
  roles: "Roles",
  grants: "Grants",
  relations: "Relations",
  serviceAccounts: "Service accounts",
  applications: "Applications",
  governance: "Governance",
  reviews: "Reviews",
  accessRequests: "Access requests",
  campaigns: "Campaigns",
  recommendations: "Recommendations",
  anomalies: "Anomalies",
  audit: "Audit",
  records: "Records",
  checkpoints: "Checkpoints",
  decisions: "Decisions",
  operate: "Operate",
  webhooks: "Webhooks",
  deadLetters: "Dead letters",
  signingKeys: "Signing keys",
  health: "Health",
  organization: "Organization",
  identityProvider: "Identity provider",

  // router
  noSuchPage: "No such page",
  thereNothingAtAddress: "There is nothing at this address.",
  choosePageLeft: "Choose a page on the left.",
  youSigned: "You are signed in",
  signServiceStillHas: "The sign-in service still has your session.",
  logOutEndOr: "Log out to end it, or choose a page on the left.",

  // main
  signServiceDoesNotAnswer: "The sign-in service does not answer.",
  youSignedWindowCan: "You are signed in. This window can be closed.",
  panelCannotStart: "The panel cannot start.",
};
