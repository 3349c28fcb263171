package io.iamplane.signin.federation;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.directory.group.GroupId;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.escalation.PrivilegedSubjects;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.SignInRefusal;
import io.iamplane.signin.SignInRefusal.Reason;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The people here that people at a provider are. An address binds no one: a person who is here
 * already is found by a claim that the provider verified, and never with privileged rights.
 */
@Singleton
class FederatedPeople {

  private static final Logger LOG = Logger.getLogger(FederatedPeople.class);

  private static final int MAX_NAME = 200;

  private final IdentityProviderStore providers;
  private final FederatedIdentityStore identities;
  private final UserService users;
  private final FederatedMembers members;
  private final PrivilegedSubjects privileged;
  private final Changes changes;

  FederatedPeople(
      IdentityProviderStore providers,
      FederatedIdentityStore identities,
      UserService users,
      FederatedMembers members,
      PrivilegedSubjects privileged,
      Changes changes) {
    this.providers = providers;
    this.identities = identities;
    this.users = users;
    this.members = members;
    this.privileged = privileged;
    this.changes = changes;
  }

  /** The image of a bound identity, without the provider's name for the person. */
  @RegisterForReflection
  record BoundIdentity(UserId user, String issuer, boolean linked) {}

  /**
   * A person who signs in, or the reason for a refusal, with the person whose bound identity was
   * presented.
   */
  private record Found(@Nullable User user, @Nullable Reason refusal) {

    User known() {
      return Objects.requireNonNull(user);
    }
  }

  /**
   * Finds the person of a verified ID token, or makes them, and gives and takes memberships by its
   * claims; empty if the rules refuse them, which is recorded for the application of clientId. The
   * refusal of a membership by a guard keeps no one from signing in.
   */
  Optional<UserId> enter(
      OrganizationId organization,
      IdentityProvider provider,
      String subject,
      Map<String, Object> claims,
      String clientId,
      Caller.Origin origin) {
    // The provider acts, and holds no right here: the guards hold its rules to that.
    SubjectRef actor = new SubjectRef(IdentityProviders.TARGET, organization.toString());
    Caller caller = new Caller(organization, false, actor, clientId, Aal.AAL1, origin);
    Found found;
    try {
      found =
          change(
              caller,
              recording -> {
                Found person = enter(recording, provider, subject, claims);
                references(provider, claims, person)
                    .ifPresent(some -> members.map(recording, person.known(), some, _ -> true));
                return person;
              });
    } catch (IamException e) {
      requireRule(e);
      Found person = change(caller, recording -> enter(recording, provider, subject, claims));
      references(provider, claims, person)
          .ifPresent(some -> mapEach(caller, provider, person.known(), some));
      found = person;
    }
    return found.refusal() == null
        ? Optional.ofNullable(found.user()).map(User::id)
        : Optional.empty();
  }

  private Found enter(
      Recording recording, IdentityProvider provider, String subject, Map<String, Object> claims) {
    providers.requireSame(recording, provider);
    Found found = find(recording, provider, subject, claims);
    if (found.refusal() != null) {
      Caller caller = recording.caller();
      SubjectRef refused = found.user() == null ? caller.subject() : found.user().subject();
      String clientId = Objects.requireNonNull(caller.clientId());
      recording.add(new SignInRefusal(refused, clientId, found.refusal()).effect());
    }
    return found;
  }

  /** Maps each group in a change of its own, so that one that is refused holds up no other. */
  private void mapEach(
      Caller caller, IdentityProvider provider, User user, Set<String> references) {
    for (GroupId group : change(caller, recording -> members.due(recording, user, references))) {
      try {
        change(
            caller,
            recording -> {
              providers.requireSame(recording, provider);
              members.map(recording, user, references, group::equals);
              return group;
            });
      } catch (IamException e) {
        requireRule(e);
        LOG.infof("a membership in group %s stays as it is: %s", group, e.detail());
      }
    }
  }

  /**
   * The groups that the person is to be in by claims: none for one who became privileged. Empty if
   * memberships stay as they are.
   */
  private static Optional<Set<String>> references(
      IdentityProvider provider, Map<String, Object> claims, Found found) {
    if (found.user() == null) {
      return Optional.empty();
    }
    if (found.refusal() == Reason.PRIVILEGED_PERSON) {
      return Optional.of(Set.of());
    }
    return found.refusal() == null && found.user().status() == User.Status.ACTIVE
        ? Optional.of(provider.rules().groups(claims))
        : Optional.empty();
  }

  /** Throws a refusal again unless a guard's: for lack of a turn it has an outcome. */
  private static void requireRule(IamException e) {
    if (e.code() != ErrorCode.CONFLICT || e.members().containsKey("outcome")) {
      throw e;
    }
  }

  private <T> T change(Caller caller, Function<Recording, T> body) {
    return changes.record(Change.policy(caller, caller.organization(), body));
  }

  private Found find(
      Recording recording, IdentityProvider provider, String subject, Map<String, Object> claims) {
    boolean admitted = provider.rules().admit(claims);
    Optional<FederatedIdentityStore.Identity> bound =
        identities.find(recording, provider.issuer(), subject);
    if (bound.isPresent()) {
      User user = users.get(recording.organization(), bound.get().user().toString());
      if (!admitted) {
        return new Found(user, Reason.CLAIMS_REFUSED);
      }
      if (bound.get().linked() && isPrivileged(recording, user)) {
        return new Found(user, Reason.PRIVILEGED_PERSON);
      }
      return new Found(user, null);
    }
    Optional<String> externalId = provider.rules().externalId(claims);
    if (!admitted || !externalId.map(FederatedPeople::isId).orElse(true)) {
      return new Found(null, Reason.CLAIMS_REFUSED);
    }
    Optional<User> present =
        externalId.flatMap(id -> users.byExternalId(recording.organization(), id));
    if (present.isPresent()) {
      return link(recording, provider, subject, present.get());
    }
    if (!provider.rules().createUsers()) {
      return new Found(null, Reason.CLAIMS_REFUSED);
    }
    User made =
        users.create(
            recording, CreateUserRequest.of(externalId.orElse(null), name(claims), Map.of()));
    bind(recording, provider, subject, made, false);
    return new Found(made, null);
  }

  private Found link(Recording recording, IdentityProvider provider, String subject, User present) {
    if (isPrivileged(recording, present)) {
      return new Found(null, Reason.PRIVILEGED_PERSON);
    }
    if (present.status() != User.Status.ACTIVE || identities.isBound(recording, present.id())) {
      return new Found(null, Reason.CLAIMS_REFUSED);
    }
    bind(recording, provider, subject, present, true);
    return new Found(present, null);
  }

  private void bind(
      Recording recording, IdentityProvider provider, String subject, User user, boolean linked) {
    identities.insert(
        recording,
        provider.issuer(),
        subject,
        new FederatedIdentityStore.Identity(user.id(), linked));
    recording.add(
        Effect.created(
            EventType.IDENTITY_BOUND,
            SubjectRef.USER,
            user.id().toString(),
            new BoundIdentity(user.id(), provider.issuer(), linked)));
  }

  private boolean isPrivileged(Recording recording, User user) {
    return privileged.contain(recording, user.subject());
  }

  /** Returns false for a text that can be no one's external id. */
  private static boolean isId(String text) {
    try {
      DirectoryRules.requireId("external_id", text);
      return true;
    } catch (IamException e) {
      return false;
    }
  }

  private static String name(Map<String, Object> claims) {
    Object name = claims.getOrDefault("name", claims.get("preferred_username"));
    String all = name instanceof String given ? given.strip() : "";
    String some = all.substring(0, Math.min(all.length(), MAX_NAME));
    // Controls, and halves of pairs of characters, of which the cut may have left one.
    String text = some.replaceAll("[\\p{Cc}\\p{Cs}]", " ").strip();
    return text.isEmpty() ? "?" : text;
  }
}
