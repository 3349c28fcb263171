package io.iamplane.chain;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;

/** Settings of the audit log. */
@ConfigMapping(prefix = "iam.audit")
public interface AuditConfig {

  /** The content of records about a caller's address and user agent. */
  enum CallerMode {
    /** In clear, salted and erasable like other personal values. */
    FULL,
    /** HMAC-SHA-256 under {@link AuditConfig#pepper}: equal ones can be seen to be equal. */
    HASH,
    NONE
  }

  /**
   * The form of a caller's address and user agent in records: {@code full}, {@code hash} (with the
   * {@link #pepper}) or {@code none}.
   */
  @WithDefault("full")
  CallerMode caller();

  /** {@code IAM_AUDIT_PEPPER}: the secret of the mode {@code hash}. */
  Optional<String> pepper();

  /**
   * A directory outside of the database. A process that has it copies each checkpoint that it signs
   * there, and reads it before: a chain that no longer extends it is not signed. A checkpoint of a
   * process without it, such as a server whose jobs alone have it, is compared by the next
   * verification.
   */
  Optional<String> anchor();

  /**
   * The only keys ({@code name+id+key}, C2SP signed-note) with trusted checkpoints. Without them
   * those in the database are, which its owner could replace.
   */
  Optional<List<String>> trustedKeys();

  /**
   * Accepts, in a production start, a database role that could change the audit log, since it owns
   * the tables: then nothing but anchored checkpoints shows that the service's own role rewrote it.
   */
  @WithDefault("false")
  boolean acceptSingleRole();

  /** The time limit of an export over HTTP; {@code iam:audit:export} has none. */
  @WithDefault("10m")
  @DurationMin(seconds = 1)
  @DurationMax(hours = 1)
  Duration exportTime();
}
