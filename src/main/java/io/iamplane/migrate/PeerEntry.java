package io.iamplane.migrate;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An object that is stored by itself, with its name for people and its properties. */
public record PeerEntry(PeerObject object, @Nullable String name, Map<String, Object> properties) {}
