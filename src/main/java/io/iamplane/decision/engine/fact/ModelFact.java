package io.iamplane.decision.engine.fact;

import io.iamplane.language.relation.RelationModel;

/** The relation model of an application, at most one each. */
public record ModelFact(String application, RelationModel model) implements Fact {}
