package io.iamplane.key.lifecycle;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The inputs of the rules.
 *
 * @param now the time of the steps
 * @param fresh makes a key and gives its name; empty if none can be made now
 * @param trusted returns true if verifiers would accept this key; a rotation skips others
 */
public record KeyMoment(Instant now, Supplier<Optional<String>> fresh, Predicate<String> trusted) {}
