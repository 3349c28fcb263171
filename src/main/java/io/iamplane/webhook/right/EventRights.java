package io.iamplane.webhook.right;

import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.chain.EventType;
import io.iamplane.shared.Authorizer;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks the decision point which events a caller may read. */
@Singleton
public class EventRights {

  private final Authorizer authorizer;

  EventRights(Authorizer authorizer) {
    this.authorizer = authorizer;
  }

  /**
   * Demands that a caller may read every one of some types of events.
   *
   * @throws IamException FORBIDDEN naming a permission that is missing; STEP_UP_REQUIRED;
   *     DEPENDENCY_UNAVAILABLE
   */
  public void require(Caller caller, Collection<EventType> types) {
    EventPermissions.of(types)
        .forEach(permission -> {
          if (!holds(caller, permission)) {
            throw IamException.of(
                ErrorCode.FORBIDDEN,
                "You need the permission "
                    + permission.key()
                    + " to read or receive these events.");
          }
        });
  }

  /** Requires the permissions of a type by its name; of all types if that is null or unknown. */
  public void require(Caller caller, @Nullable String type) {
    List<EventType> named =
        Arrays.stream(EventType.values()).filter(each -> each.wire().equals(type)).toList();
    require(caller, named.isEmpty() ? EnumSet.allOf(EventType.class) : named);
  }

  /**
   * The names of the types that a caller may read.
   *
   * @throws IamException DEPENDENCY_UNAVAILABLE when that is not known: nothing may be passed over
   */
  public Set<String> readable(Caller caller) {
    return among(EnumSet.allOf(EventType.class), caller);
  }

  /** The names of those that a caller may read among the types of some events. */
  public Set<String> readable(Caller caller, Stream<String> types) {
    Set<String> named = types.collect(Collectors.toSet());
    return among(
        Arrays.stream(EventType.values()).filter(type -> named.contains(type.wire())).toList(),
        caller);
  }

  private Set<String> among(Collection<EventType> types, Caller caller) {
    Set<String> readable = new HashSet<>();
    for (ControlPlanePermission permission : EventPermissions.of(types)) {
      if (allowed(caller, permission) == Authorizer.Verdict.ALLOWED) {
        types.stream()
            .filter(type -> EventPermissions.of(type) == permission)
            .forEach(type -> readable.add(type.wire()));
      }
    }
    return readable;
  }

  private boolean holds(Caller caller, ControlPlanePermission permission) {
    return switch (allowed(caller, permission)) {
      case ALLOWED -> true;
      case STEP_UP_REQUIRED ->
          throw IamException.of(
              ErrorCode.STEP_UP_REQUIRED, "Authenticate at a higher assurance level.");
      case DENIED, TOKEN_ENDED, OUT_OF_SCOPE, UNAVAILABLE -> false;
    };
  }

  private Authorizer.Verdict allowed(Caller caller, ControlPlanePermission permission) {
    Authorizer.Verdict verdict = authorizer.authorize(caller, permission.key());
    if (verdict == Authorizer.Verdict.UNAVAILABLE) {
      throw IamException.dependencyUnavailable(
          new IllegalStateException("the decision point returned no decision"));
    }
    return verdict;
  }
}
