import type { Shown } from "./shown";

export const t = {
  // ModelDrawing
  model: "Model",

  // ModelPage
  modelWith: (a: Shown) => `Model of ${a}`,
  relations: "Relations",
  declaresNoType: "It declares no type.",
  typesComeWithApplications: "Types come with the application's manifest.",
  whichRelationsMayHold: (a: Shown) => `Which relations may hold, by manifest ${a}`,
  type: (a: Shown) => `Type ${a}`,
  names: (a: Shown) => `Names of ${a}`,
  name: "Name",
  kind: "Kind",
  holds: "Holds for",
  relationWord: "relation",
  permissionWord: "permission",

  // RelationsPage
  membersHaveItToo: "Each member of this group has it, too.",
  members: "Open the group",
  subject: "Subject",
  relation: "Relation",
  object: "Object",
  condition: "Condition",
  until: "Until",
  noEnd: "no end",
  act: "Actions",
  models: "Models",
  newRelation: "New relation",
  addRelation: "Add relation",
  nameOrUserAnn: "name, or user:ann",
  viewer: "viewer",
  conditionEmptyAlways: "Condition; empty: always",
  contextQuantity10: "context.quantity <= 10",
  relationsStored: "Relations that are stored",
  noRelationMatches: "No relation matches.",
  applicationsStoreThemYou: "Applications store them, and you can add one with New relation.",
  noApplicationYet: "No application yet.",
  modelsComeWithManifests: "Models come with manifests of applications.",
  modelTitle: "Model of",
  remove: "Remove",
  removeRelation: "Remove this relation?",
  losesAtOnceWhat: "loses at once what follows from",
  on: "on",
};
