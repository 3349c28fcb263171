package io.iamplane.grant.duty;

import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.WireName;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rule of separation of duties (NIST SP 800-53, AC-5; a static constraint of INCITS 359-2012,
 * 6.1), over the permissions that a subject effectively holds, by any roles, groups and grants.
 *
 * @param permissions full keys, sorted
 * @param atMost the number of them that a subject may hold; null: not all of them
 * @param exceptions subjects that may violate it, each until some moment
 */
@RegisterForReflection
public record DutyRule(
    DutyRuleId id,
    String name,
    List<String> permissions,
    @Nullable Integer atMost,
    Mode mode,
    List<Exemption> exceptions,
    long revision,
    Instant createdAt) {

  public DutyRule {
    permissions = List.copyOf(permissions);
    exceptions = List.copyOf(exceptions);
  }

  /** The treatment of a change that makes a subject violate the rule. */
  public enum Mode implements WireName {
    /** It is made, and the violation is listed. */
    DETECT,
    ENFORCE
  }

  /** Lets a subject break a rule before {@code until}. */
  @RegisterForReflection
  public record Exemption(SubjectRef subject, Instant until, String justification) {

    public boolean isInForce(Instant at) {
      return at.isBefore(until);
    }
  }

  /** The same with the next revision. */
  DutyRule raised() {
    return new DutyRule(id, name, permissions, atMost, mode, exceptions, revision + 1, createdAt);
  }

  /** The number of the permissions that a subject may hold. */
  public int limit() {
    return atMost == null ? permissions.size() - 1 : atMost;
  }

  /** Returns true if a subject may not hold these; {@code held} has a bit for each permission. */
  public boolean isBroken(long held) {
    return Long.bitCount(held) > limit();
  }

  /** The permissions with a bit in {@code held}. */
  public List<String> permissions(long held) {
    return IntStream.range(0, permissions.size())
        .filter(i -> (held & 1L << i) != 0)
        .mapToObj(permissions::get)
        .toList();
  }

  /** Returns true if a subject may violate the rule at a time. */
  public boolean excepts(SubjectRef subject, Instant at) {
    return exceptions.stream()
        .anyMatch(each -> each.subject().equals(subject) && each.isInForce(at));
  }
}
