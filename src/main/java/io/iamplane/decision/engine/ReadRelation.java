package io.iamplane.decision.engine;

/**
 * A kind of relation with a condition that a change may affect.
 *
 * @param type of the relation's object
 * @param mayTurnTrue true if one more may hold than before
 * @param mayTurnFalse true if one less may hold than before
 */
public record ReadRelation(
    String type, String relation, boolean mayTurnTrue, boolean mayTurnFalse) {}
