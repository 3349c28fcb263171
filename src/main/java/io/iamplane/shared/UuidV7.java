package io.iamplane.shared;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Makes and reads the ids of this system: UUID version 7 (RFC 9562, section 5.7), ordered by
 * creation, to the millisecond, so that an index on them grows at its end. The ids of one thread
 * are strictly ordered.
 */
public final class UuidV7 {

  private static final Pattern CANONICAL =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

  private UuidV7() {}

  public static UUID next() {
    return Thread.currentThread().isVirtual()
        ? Holder.SHARED.generate()
        : Holder.OWN.get().generate();
  }

  /** Reads the canonical lower-case form only; {@link UUID#fromString} takes several for one id. */
  public static Optional<UUID> parse(String text) {
    return CANONICAL.matcher(text).matches()
        ? Optional.of(UUID.fromString(text))
        : Optional.empty();
  }

  /** Made on first use, at run time: a random source must not be frozen into a native image. */
  private static final class Holder {
    static final TimeBasedEpochGenerator SHARED = Generators.timeBasedEpochGenerator();

    /** A generator has a lock: an event loop must not wait for one that requests hold. */
    static final ThreadLocal<TimeBasedEpochGenerator> OWN =
        ThreadLocal.withInitial(Generators::timeBasedEpochGenerator);
  }
}
