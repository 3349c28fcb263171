package io.iamplane.escalation;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.decision.StepUp;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.PolicySnapshot;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Right;
import io.iamplane.decision.engine.RightsReader;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Micros;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Judges the gifts of one caller, by the policy that a change starts from. Reads data on demand,
 * and is discarded with the change.
 */
final class Judgement {

  private static final String GRANTS = ControlPlanePermission.GRANTS_MANAGE.key();
  private static final String ESCALATE = ControlPlanePermission.ESCALATE.key();

  static final String LIFT = "to lift a denial of it";

  private static final String TERMS =
      ". Only an unconditional right to at least the same resources for at least as long counts.";

  private final OrganizationId organization;
  private final Caller caller;
  private final Hand hand;
  private final PolicySnapshot snapshot;
  private final StepUp stepUp;
  private final long now;
  private final Map<String, Boolean> above = new HashMap<>();
  private @Nullable Powers powers;
  private @Nullable RightsReader reader;
  private @Nullable Map<String, Map<SubjectRef, Long>> held;
  private @Nullable Set<Right> handed;
  private @Nullable Set<String> denied;

  Judgement(
      OrganizationId organization,
      Caller caller,
      PolicySnapshot snapshot,
      AccountControl control,
      StepUp stepUp,
      Instant at) {
    this.organization = organization;
    this.caller = caller;
    this.snapshot = snapshot;
    this.stepUp = stepUp;
    this.now = Micros.of(at);
    this.hand = new Hand(control, organization, caller.subject(), this::reader);
  }

  OrganizationId organization() {
    return organization;
  }

  Caller caller() {
    return caller;
  }

  PolicySnapshot snapshot() {
    return snapshot;
  }

  /** Most changes give nothing, and ask for no powers. */
  Powers powers() {
    if (powers == null) {
      powers = new Powers(snapshot);
    }
    return powers;
  }

  RightsReader reader() {
    if (reader == null) {
      reader = new RightsReader(snapshot, powers(), now);
    }
    return reader;
  }

  /** In microseconds since 1970. */
  long now() {
    return now;
  }

  Hand hand() {
    return hand;
  }

  Gain gain(SubjectRef to) {
    return hand.gain(to);
  }

  /** Returns the rights of all accounts that the caller controls, together with the caller's. */
  Set<Right> handed() {
    if (handed == null) {
      handed = reader().of(hand.accounts());
    }
    return handed;
  }

  /** Demands that a caller may give rights; FORBIDDEN naming the right that is missing. */
  void requireGiven(Collection<Right> given, SubjectRef to) {
    if (given.isEmpty()) {
      return;
    }
    Gain gain = gain(to);
    if (to.id().equals("*") && gain != Gain.OTHERS) {
      // What everyone of a type gets is no gift to a caller who held it.
      if (given.stream().anyMatch(right -> Powers.isRole(right.key()))) {
        throw ownRole();
      }
      requireHeld(given, "to give it to everyone, including you or one of your accounts");
    } else {
      requireGiven(given, gain);
    }
  }

  void requireGiven(Collection<Right> given, Gain gain) {
    switch (gain) {
      case OWN ->
          first(given, _ -> true)
              .ifPresent(right -> {
                throw refused("You cannot give yourself %s, which is privileged.", right);
              });
      case PUPPET -> requireHeld(given, "to give it to an account that you control");
      case OTHERS -> first(given, right -> !mayGiveOthers(right)).ifPresent(Judgement::refuse);
    }
  }

  /**
   * Demands that the caller holds rights plainly; nothing stands in for that. The purpose is the
   * act that needs them, such as {@link #LIFT}.
   */
  void requireHeld(Collection<Right> given, String purpose) {
    first(given, right -> !holds(right))
        .ifPresent(right -> {
          throw refused("You must hold %s " + purpose + TERMS, right);
        });
  }

  /**
   * Requires that the caller may restore rights to a former holder. Managing the directory is
   * enough to restore privileged rights of applications, unless the caller gains.
   */
  void requireReturned(Collection<Right> given, SubjectRef to) {
    if (given.isEmpty()) {
      return;
    }
    switch (gain(to)) {
      case OWN, PUPPET -> requireHeld(given, "to grant a privilege that includes it");
      case OTHERS ->
          first(given, right -> isOfControlPlane(right) && !mayGiveOthers(right))
              .ifPresent(Judgement::refuse);
    }
  }

  /** Requires that the caller may lift a denial, regardless of the rights that it left. */
  void requireLifted(Collection<Right> lifted, SubjectRef from) {
    if (lifted.isEmpty()) {
      return;
    }
    switch (gain(from)) {
      case OWN, PUPPET -> requireHeld(lifted, LIFT);
      case OTHERS -> requireGiven(lifted, Gain.OTHERS);
    }
  }

  private boolean mayGiveOthers(Right right) {
    return holds(right)
        || (!isOfControlPlane(right) && holds(new Right(GRANTS, Right.ANY, right.until())))
        || (!denied().contains(right.key())
            && holds(new Right(ESCALATE, Right.ANY, right.until())));
  }

  /**
   * Returns true if the caller holds a right plainly; always for a role, checked by its contents.
   *
   * @throws IamException STEP_UP_REQUIRED if the caller would have to step up for its use: the
   *     receiver may be a machine, which no one asks
   */
  private boolean holds(Right right) {
    if (Powers.isRole(right.key())) {
      return true;
    }
    CatalogPermission permission = powers().permission(right.key());
    boolean assured =
        permission == null || permission.fact().requiredAal().compareTo(caller.aal()) <= 0;
    if (!assured || !covers(right)) {
      return false;
    }
    if (stepUp.isDue(caller, right.key())) {
      throw IamException.of(
          ErrorCode.STEP_UP_REQUIRED,
          "Authenticate at a higher assurance level: "
              + right.key()
              + " is a high-risk permission.");
    }
    return true;
  }

  private boolean covers(Right right) {
    if (!caller.covers(right.key()) || denied().contains(right.key())) {
      return false;
    }
    Map<SubjectRef, Long> where = held().getOrDefault(right.key(), Map.of());
    SubjectRef resource = right.resource();
    if (lasts(where, Right.ANY, right)) {
      return true;
    }
    boolean ofType = resource.id().equals("*");
    SubjectRef all = new SubjectRef(resource.type(), "*");
    // What is below one resource may differ between subjects; every resource of a type leaves it
    // out.
    return (lasts(where, resource, right) && (ofType || !snapshot.isBelowForSome()))
        || (lasts(where, all, right) && !mayBeAbove(resource.type()));
  }

  /** Returns true if a model allows resources of this type as parents. */
  boolean mayBeAbove(String type) {
    return above.computeIfAbsent(type, snapshot::mayBeAbove);
  }

  private static boolean lasts(Map<SubjectRef, Long> where, SubjectRef resource, Right right) {
    Long until = where.get(resource);
    return until != null && until >= right.until();
  }

  /** The caller's rights with their ends, those outside the scope of the token included. */
  private Map<String, Map<SubjectRef, Long>> held() {
    if (held == null) {
      held = reader().plain(caller.subject());
    }
    return held;
  }

  private Set<String> denied() {
    if (denied == null) {
      denied =
          reader().denied(Set.of(caller.subject())).stream()
              .map(Right::key)
              .collect(Collectors.toSet());
    }
    return denied;
  }

  static boolean isOfControlPlane(Right right) {
    return right.key().startsWith(ControlPlane.APPLICATION + ":");
  }

  /** Finds the first right that a test picks, in the order of keys. */
  private static Optional<Right> first(Collection<Right> rights, Predicate<Right> test) {
    return rights.stream().sorted(Comparator.comparing(Right::key)).filter(test).findFirst();
  }

  static IamException ownRole() {
    return IamException.of(ErrorCode.FORBIDDEN, "You cannot grant yourself a privileged role.");
  }

  private static void refuse(Right right) {
    String others =
        isOfControlPlane(right) ? ", or " + ESCALATE + "," : ", " + GRANTS + " or " + ESCALATE;
    throw refused("You must hold %s" + others + " to give it" + TERMS, right);
  }

  private static IamException refused(String detail, Right right) {
    return IamException.of(ErrorCode.FORBIDDEN, detail.formatted(right.key()));
  }
}
