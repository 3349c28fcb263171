package io.iamplane.decision.engine;

/** Constructs of the relation language, in models, stored relations and questions. */
enum Construct {
  UNION,
  INTERSECTION,
  EXCLUSION,
  SELF,
  NIL,
  /** The name of a relation of the same object. */
  RELATION,
  /** The name of a permission of the same object. */
  PERMISSION,
  /** A name of both a relation and a permission. */
  RELATION_AND_PERMISSION,
  ARROW_TO_RELATION,
  ARROW_TO_PERMISSION,
  ARROW_OVER_USERSETS,
  ALL_TO_RELATION,
  ALL_TO_PERMISSION,
  ALL_OVER_USERSETS,
  USERSET_LISTED,
  EVERYONE_LISTED,
  CONDITION_LISTED,

  STORED_PLAIN,
  STORED_USERSET,
  STORED_EVERYONE,
  STORED_PERIOD,
  STORED_OWN_CONDITION,
  STORED_CONDITION_WITH_VALUES,
  STORED_CONDITION_WITHOUT_VALUES,

  ASKED_USERSET,
  ASKED_EVERYONE,
  ASKED_CONTEXT_OF_CONDITION,
  /** A relation that comes with the question; the last two as well. */
  CONTEXTUAL,
  CONTEXTUAL_USERSET,
  CONTEXTUAL_CONDITION;

  boolean isContextual() {
    return compareTo(CONTEXTUAL) >= 0;
  }
}
