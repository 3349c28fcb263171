package io.iamplane.catalog.document;

import io.iamplane.shared.WireName;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rules for requests of a role: its member {@code request}, of which other members have no
 * effect. The steps are approvals, one after another.
 */
public record RequestPolicy(
    Visibility visibility, List<Step> steps, Duration maxDuration, boolean requiresJustification) {

  /** The longest duration of a grant of a role without a limit of its own. */
  private static final Duration USUAL = Duration.ofDays(90);

  private static final Duration LONGEST = Duration.ofDays(366);
  private static final Duration SHORTEST = Duration.ofMinutes(1);
  private static final int MOST_STEPS = 10;
  private static final int MOST_CHARACTERS = 255;
  private static final Set<String> STEP_MEMBERS = Set.of("approver_type", "approver_ref");

  public RequestPolicy {
    steps = List.copyOf(steps);
  }

  /** The visibility of a role in the catalogue. A hidden role can be requested by its key. */
  public enum Visibility implements WireName {
    PUBLIC,
    HIDDEN
  }

  /** The kind of approver that a step names. */
  public enum ApproverType implements WireName {
    /** One account: a user by id or external id, or {@code service_account:<id>}. */
    USER,
    /** The members of a group, by key, id or external id. */
    GROUP,
    /** The holders of a role. */
    ROLE
  }

  public record Step(ApproverType approverType, String approverRef) {}

  /**
   * The policy; empty when there is no step, so that no one could approve, or a member is wrong.
   */
  public static Optional<RequestPolicy> of(Map<String, Object> request) {
    if (!request.containsKey("approval_steps") || !faults(request).isEmpty()) {
      return Optional.empty();
    }
    Object visibility = request.get("visibility");
    Object duration = request.get("max_duration");
    return Optional.of(
        new RequestPolicy(
            visibility == null
                ? Visibility.PUBLIC
                : WireName.of(Visibility.class, (String) visibility),
            ((List<?>) request.get("approval_steps")).stream().map(RequestPolicy::step).toList(),
            duration == null ? USUAL : Duration.parse((String) duration),
            !Boolean.FALSE.equals(request.get("requires_justification"))));
  }

  /** The faults of a role's {@code request}, by the place below it; empty if there are none. */
  public static Map<String, String> faults(Map<String, Object> request) {
    Map<String, String> faults = new TreeMap<>();
    check(
        faults,
        request,
        "visibility",
        value -> isOneOf(Visibility.values(), value) ? null : "must be 'public' or 'hidden'");
    check(faults, request, "max_duration", RequestPolicy::durationFault);
    check(
        faults,
        request,
        "requires_justification",
        value -> value instanceof Boolean ? null : "must be true or false");
    Object steps = request.get("approval_steps");
    if (request.containsKey("approval_steps")) {
      if (steps instanceof List<?> list && !list.isEmpty() && list.size() <= MOST_STEPS) {
        for (int i = 0; i < list.size(); i++) {
          checkStep(faults, "approval_steps[" + i + "]", list.get(i));
        }
      } else {
        faults.put("approval_steps", "must be a list of 1 to " + MOST_STEPS + " steps");
      }
    }
    return faults;
  }

  private interface Rule {
    @Nullable String fault(@Nullable Object value);
  }

  private static void check(
      Map<String, String> faults, Map<String, Object> request, String member, Rule rule) {
    if (request.containsKey(member)) {
      String fault = rule.fault(request.get(member));
      if (fault != null) {
        faults.put(member, fault);
      }
    }
  }

  private static void checkStep(Map<String, String> faults, String place, @Nullable Object value) {
    if (!(value instanceof Map<?, ?> step) || !step.keySet().equals(STEP_MEMBERS)) {
      faults.put(place, "must have exactly the members 'approver_type' and 'approver_ref'");
      return;
    }
    if (!isOneOf(ApproverType.values(), step.get("approver_type"))) {
      faults.put(place + ".approver_type", "must be 'user', 'group' or 'role'");
    }
    if (!(step.get("approver_ref") instanceof String ref)
        || ref.isBlank()
        || ref.length() > MOST_CHARACTERS) {
      faults.put(
          place + ".approver_ref", "must be a string of 1 to " + MOST_CHARACTERS + " characters");
    }
  }

  private static @Nullable String durationFault(@Nullable Object value) {
    try {
      if (value instanceof String text) {
        Duration duration = Duration.parse(text);
        if (duration.compareTo(SHORTEST) >= 0 && duration.compareTo(LONGEST) <= 0) {
          return null;
        }
      }
    } catch (DateTimeParseException e) {
      // Named below.
    }
    return "must be a duration from PT1M to P366D, such as P30D or PT8H";
  }

  private static boolean isOneOf(WireName[] values, @Nullable Object text) {
    return Arrays.stream(values).anyMatch(value -> value.wire().equals(text));
  }

  private static Step step(Object value) {
    Map<?, ?> step = (Map<?, ?>) value;
    return new Step(
        WireName.of(ApproverType.class, text(step, "approver_type")), text(step, "approver_ref"));
  }

  private static String text(Map<?, ?> step, String member) {
    return Objects.requireNonNull((String) step.get(member));
  }
}
