package io.iamplane.decision.engine;

/**
 * A kind of relation with a condition that may come out otherwise.
 *
 * @param type of the relation's object
 * @param mayTurnTrue whether there may be one more than before
 * @param mayTurnFalse whether there may be one less
 */
public record ReadRelation(
    String type, String relation, boolean mayTurnTrue, boolean mayTurnFalse) {}
