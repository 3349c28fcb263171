package io.iamplane.escalation;

import io.iamplane.catalog.controlplane.ControlPlane;
import io.iamplane.catalog.controlplane.ControlPlanePermission;
import io.iamplane.change.Effect;
import io.iamplane.decision.StepUp;
import io.iamplane.decision.engine.AttributeChange;
import io.iamplane.decision.engine.CatalogPermission;
import io.iamplane.decision.engine.ClauseTerms;
import io.iamplane.decision.engine.ClauseTerms.Scope;
import io.iamplane.decision.engine.Powers;
import io.iamplane.decision.engine.Reach;
import io.iamplane.decision.engine.ReachReader;
import io.iamplane.decision.snapshot.TenantPolicy;
import io.iamplane.directory.client.AccountControl;
import io.iamplane.escalation.Hand.Gain;
import io.iamplane.grant.Grant;
import io.iamplane.language.condition.AttributeSchema;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.Micros;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Judges the gifts of one caller, by the policy that a change starts from. Reads data on demand,
 * and is discarded with the change.
 */
final class Judgement {

  private static final String GRANTS = ControlPlanePermission.GRANTS_MANAGE.key();

  private final OrganizationId organization;
  private final Caller caller;
  private final Hand hand;
  private final TenantPolicy policy;
  private final ParentConditions parents;
  private final StepUp stepUp;
  private final long now;
  private @Nullable Powers powers;
  private @Nullable ReachReader reader;
  private @Nullable Reach held;
  private @Nullable Reach handed;
  private @Nullable Boolean seesAllBelow;

  Judgement(
      OrganizationId organization,
      Caller caller,
      TenantPolicy policy,
      AccountControl control,
      ParentConditions parents,
      StepUp stepUp,
      Instant at) {
    this.organization = organization;
    this.parents = parents;
    this.stepUp = stepUp;
    this.caller = caller;
    this.hand = new Hand(control, organization, caller.subject(), this::reader);
    this.now = Micros.of(at);
    this.policy = policy;
  }

  OrganizationId organization() {
    return organization;
  }

  Caller caller() {
    return caller;
  }

  /** The declared attributes that the condition of a grant reads. */
  AttributeSchema schema(Grant grant) {
    return policy.schema(grant.application(), grant.privilegeKey());
  }

  /** Most changes give nothing, and ask for no powers. */
  Powers powers() {
    Powers known = powers;
    if (known == null) {
      known = new Powers(policy.snapshot());
      powers = known;
    }
    return known;
  }

  ReachReader reader() {
    ReachReader known = reader;
    if (known == null) {
      known = new ReachReader(policy.snapshot(), powers(), now);
      reader = known;
    }
    return known;
  }

  /** Returns the change of the attributes of a directory entry. */
  AttributeChange changed(Effect effect) {
    Map<String, Object> before =
        PowerEffects.isErased(effect)
            ? reader().attributes(PowerEffects.subject(effect))
            : PowerEffects.stored(effect.before());
    return AttributeChange.ofResource(before, PowerEffects.stored(effect.after()));
  }

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
  Reach handed() {
    Reach known = handed;
    if (known == null) {
      known = reader().of(hand.accounts());
      handed = known;
    }
    return known;
  }

  /**
   * Demands that a caller may give rights.
   *
   * @throws IamException FORBIDDEN naming the right that is missing
   */
  void requireGiven(Reach given, SubjectRef to) {
    if (given.isEmpty()) {
      return;
    }
    if (to.id().equals("*")) {
      // What everyone of a type gets is no gift to the caller, unless the caller did not hold it.
      requireHeldByOwn(given, to);
    } else {
      requireGiven(given, gain(to));
    }
  }

  private void requireHeldByOwn(Reach given, SubjectRef everyone) {
    switch (gain(everyone)) {
      case OWN, PUPPET -> requireHeld(given, "You, or an account that you control, would gain it.");
      case OTHERS -> requireGiven(given, Gain.OTHERS);
    }
  }

  void requireGiven(Reach given, Gain gain) {
    switch (gain) {
      case OWN ->
          given
              .first()
              .ifPresent(right -> {
                throw refused("You cannot give yourself %s, which is privileged.", right);
              });
      case PUPPET -> requireHeld(given, "You control an account that would gain it.");
      case OTHERS -> given.firstNotCovered(this::mayGiveOthers).ifPresent(Judgement::refuse);
    }
  }

  /** Demands that the caller holds rights, on terms no narrower. */
  void requireHeld(Reach given, String why) {
    given
        .firstNotCovered(this::holds)
        .ifPresent(right -> {
          throw refused("You must hold %s on the same terms or wider. " + why, right);
        });
  }

  /**
   * Requires that the caller may restore rights to a former holder. Managing the directory is
   * enough to restore privileged rights of applications, unless the caller gains.
   */
  void requireReturned(Reach given, SubjectRef to) {
    if (given.isEmpty()) {
      return;
    }
    switch (gain(to)) {
      case OWN, PUPPET ->
          requireHeld(given, "You must hold it to grant a privilege that includes it.");
      case OTHERS ->
          given
              .firstNotCovered((right, terms) -> !isOfControlPlane(right) || holds(right, terms))
              .ifPresent(Judgement::refuse);
    }
  }

  /** Requires that the caller may lift a denial, regardless of the rights that it left. */
  void requireLifted(Reach lifted, SubjectRef from) {
    if (lifted.isEmpty()) {
      return;
    }
    switch (gain(from)) {
      case OWN, PUPPET ->
          requireHeld(lifted, "It would lift a denial for you or an account that you control.");
      case OTHERS -> requireGiven(lifted, Gain.OTHERS);
    }
  }

  private boolean mayGiveOthers(String right, ClauseTerms terms) {
    // What is in memory first: a right on one thing may take a look at all conditions of parents.
    return (!isOfControlPlane(right) && held().covers(GRANTS, terms.ofAnotherRight(), now))
        || holds(right, terms);
  }

  /**
   * Returns true if the caller holds a right; always for a role, checked by its contents.
   *
   * @throws IamException STEP_UP_REQUIRED if the caller would have to step up for its use: the
   *     receiver may be a machine, which no one asks
   */
  private boolean holds(String right, ClauseTerms terms) {
    if (Powers.isRole(right)) {
      return true;
    }
    CatalogPermission permission = powers().permission(right);
    boolean assured =
        permission == null || permission.fact().requiredAal().compareTo(caller.aal()) <= 0;
    if (!assured || !covers(right, terms)) {
      return false;
    }
    if (stepUp.isDue(caller, right)) {
      throw IamException.of(
          ErrorCode.STEP_UP_REQUIRED,
          "Authenticate at a higher assurance level: " + right + " is of high risk.");
    }
    return true;
  }

  private boolean covers(String right, ClauseTerms terms) {
    Scope scope = terms.scope();
    return held().covers(right, scope == null ? terms : terms.withoutScope(), now)
        || (scope != null
            && (scope.isOfType()
                ? held().covers(right, terms, now)
                : coversOne(right, terms, scope.type())));
  }

  /** Checks a right on a resource and the resources below it, which may differ between subjects. */
  private boolean coversOne(String right, ClauseTerms terms, String type) {
    return (held().covers(right, terms, now) && seesAllBelow())
        || (held().covers(right, terms.within(Scope.of(type)), now)
            && !policy.snapshot().mayBeAbove(type));
  }

  private boolean seesAllBelow() {
    Boolean known = seesAllBelow;
    if (known == null) {
      known = parents.areAssured(organization, own());
      seesAllBelow = known;
    }
    return known;
  }

  /** The caller's stored attributes. */
  private AttributeChange own() {
    return AttributeChange.none(reader().attributes(caller.subject()));
  }

  /**
   * The caller's rights without those outside the scope of the token, for rights of applications
   * too, and without rights by attributes that the caller may lack: a receiver with the same terms
   * may have these.
   */
  private Reach held() {
    Reach known = held;
    if (known == null) {
      known =
          reader()
              .of(caller.subject())
              .without(reader().denied(caller.subject()))
              .only(caller::covers)
              .assured(own());
      held = known;
    }
    return known;
  }

  static boolean isOfControlPlane(String right) {
    return right.startsWith(ControlPlane.APPLICATION + ":");
  }

  private static void refuse(String right) {
    throw refused("You must hold %s on the same terms or wider to give it.", right);
  }

  private static IamException refused(String detail, String right) {
    return IamException.of(ErrorCode.FORBIDDEN, detail.formatted(right));
  }
}
