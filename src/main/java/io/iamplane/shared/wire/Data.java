package io.iamplane.shared.wire;

import io.quarkus.runtime.annotations.RegisterForReflection;

/** The envelope of one result: {@code {"data": …}}. */
@RegisterForReflection
public record Data<T>(T data) {}
