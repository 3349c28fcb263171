package io.iamplane.ops;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** The one word that a probe gets: {@code ok}, {@code ready} or {@code unavailable}. */
@RegisterForReflection
public record HealthView(String status) {}
