package io.iamplane.key.lifecycle;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the rules ask of the world.
 *
 * @param now the time of the steps
 * @param fresh makes a key and gives its name; empty where none can be made now
 * @param trusted whether those who verify would accept this key; a rotation leaves out one that
 *     they would not
 */
public record KeyMoment(Instant now, Supplier<Optional<String>> fresh, Predicate<String> trusted) {}
