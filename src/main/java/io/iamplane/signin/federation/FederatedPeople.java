package io.iamplane.signin.federation;

import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserId;
import io.iamplane.directory.user.UserService;
import io.iamplane.escalation.PrivilegedSubjects;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.signin.SignInRefusal;
import io.iamplane.signin.SignInRefusal.Reason;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The people here that people at a provider are. An address binds no one: a person who is here
 * already is found by a claim that the provider verified, and never with privileged rights.
 */
@Singleton
class FederatedPeople {

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
  private record Found(@Nullable User user, @Nullable Reason refusal) {}

  /**
   * Finds the person of a verified ID token, or makes them, and gives and takes memberships by its
   * claims; empty if the rules refuse them, which is recorded for the application of clientId.
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
    return changes.record(
        Change.policy(
            caller,
            organization,
            recording -> {
              providers.requireSame(recording, provider);
              Found found = find(recording, provider, subject, claims);
              User user = found.user();
              if (found.refusal() != null || user == null) {
                SubjectRef refused = user == null ? actor : user.subject();
                recording.add(
                    new SignInRefusal(refused, clientId, Objects.requireNonNull(found.refusal()))
                        .effect());
                return Optional.empty();
              }
              if (user.status() == User.Status.ACTIVE) {
                members.map(recording, user, provider.rules().groups(claims));
              }
              return Optional.of(user.id());
            }));
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
        members.takeAll(recording, user.id());
        return new Found(user, Reason.PRIVILEGED_PERSON);
      }
      return new Found(user, null);
    }
    if (!admitted) {
      return new Found(null, Reason.CLAIMS_REFUSED);
    }
    Optional<String> externalId = provider.rules().externalId(claims);
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

  private static String name(Map<String, Object> claims) {
    Object name = claims.getOrDefault("name", claims.get("preferred_username"));
    String text = name instanceof String given ? given.replaceAll("\\p{Cntrl}", " ").strip() : "";
    return text.isEmpty() ? "?" : text.substring(0, Math.min(text.length(), MAX_NAME));
  }
}
