package io.iamplane.decision.engine.index;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the directory (or an import) says of an object.
 *
 * @param external the name of the external id
 */
public record Entry(@Nullable Ref external, boolean active, Map<String, Object> attributes) {}
