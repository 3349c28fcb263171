package io.iamplane.decision.engine.fact;

/** An application; an inactive one is as good as unknown. */
public record ApplicationFact(String key, boolean active) implements Fact {}
