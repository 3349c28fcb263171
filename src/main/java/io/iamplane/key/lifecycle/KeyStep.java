package io.iamplane.key.lifecycle;

import org.jspecify.annotations.Nullable;

/** One step of one key; {@code before} is null for a new key. */
public record KeyStep(@Nullable KeyState before, KeyState after) {}
