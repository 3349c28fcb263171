package io.iamplane.signin.federation;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.shared.wire.Revision;
import io.iamplane.signin.SessionEnds;
import io.iamplane.signin.SignInRefusal;
import io.iamplane.webhook.OutboundRequests;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Names, replaces and removes the provider of an organization. */
@Singleton
class IdentityProviders {

  /** The type of the target in records; its id is the organization's. */
  static final String TARGET = "identity_provider";

  /** The memberships that one change takes away, each with its records. */
  private static final int MEMBERSHIPS = 200;

  private static final int IDENTITIES = 1_000;

  private final IdentityProviderStore store;
  private final FederatedIdentityStore identities;
  private final FederatedMembers members;
  private final SessionEnds sessions;
  private final OutboundRequests outbound;
  private final Transactions transactions;

  IdentityProviders(
      IdentityProviderStore store,
      FederatedIdentityStore identities,
      FederatedMembers members,
      SessionEnds sessions,
      OutboundRequests outbound,
      Transactions transactions) {
    this.store = store;
    this.identities = identities;
    this.members = members;
    this.sessions = sessions;
    this.outbound = outbound;
    this.transactions = transactions;
  }

  /**
   * One of the changes that an act takes, none of which is too large.
   *
   * @param provider the state after it; the last one, if it removed the provider
   */
  record Step(IdentityProvider provider, boolean done) {}

  Optional<IdentityProvider> find(OrganizationId organization) {
    return transactions.call(() -> store.find(organization));
  }

  /** The provider, unless it is closing. */
  Optional<IdentityProvider> open(OrganizationId organization) {
    return find(organization).filter(provider -> !provider.closing());
  }

  /** Reads {@link IdentityProviderStore#secret} for a request that is sent at once. */
  @Nullable Secret secret(OrganizationId organization, IdentityProvider provider) {
    return transactions.call(() -> store.secret(organization, provider));
  }

  /** Lets a session begin by a provider; throws like {@link IdentityProviderStore#requireSame}. */
  Optional<SignInRefusal.Reason> use(Recording recording, IdentityProvider provider) {
    store.requireSame(recording, provider);
    return Optional.empty();
  }

  /** Reads the provider; throws NOT_FOUND if the organization has none. */
  IdentityProvider get(OrganizationId organization) {
    return find(organization).orElseThrow(IamException::notFound);
  }

  /**
   * Names the provider, or replaces it. One without effect changes and records nothing. With
   * another issuer, all that came of the one before ends, which is closed first. Throws VALIDATION,
   * PRECONDITION_FAILED; NOT_FOUND for an expected revision of none.
   */
  Step put(Recording recording, IdentityProviderRequest request, @Nullable String ifMatch) {
    Optional<IdentityProvider> present = store.find(recording.organization());
    if (present.isEmpty()) {
      if (ifMatch != null) {
        throw IamException.notFound();
      }
      IdentityProvider made = checked(request.provider(1, recording.at()));
      requireSecret(made, request);
      store.insert(recording, made, secret(request).orElse(null));
      recording.add(
          Effect.created(EventType.IDENTITY_PROVIDER_UPDATED, TARGET, id(recording), made));
      return new Step(made, true);
    }
    IdentityProvider before = present.get();
    new Revision(before.revision()).requireMatch(ifMatch);
    Optional<Secret> secret = secret(request);
    IdentityProvider after = checked(request.provider(before.revision() + 1, before.createdAt()));
    if (secret.isEmpty() && after.says(before)) {
      return new Step(before, true);
    }
    boolean another = !after.issuer().equals(before.issuer());
    // The secret of one place is never sent to another.
    if (another || !after.clientId().equals(before.clientId()) || !before.hasSecret()) {
      requireSecret(after, request);
    }
    if (another && !end(recording, before)) {
      return close(recording, before);
    }
    store.update(recording, after);
    if (secret.isPresent() || !after.hasSecret()) {
      store.replaceSecret(recording, secret.orElse(null));
    }
    recording.add(
        Effect.changed(EventType.IDENTITY_PROVIDER_UPDATED, TARGET, id(recording), before, after));
    return new Step(after, true);
  }

  /**
   * Removes the provider and all that came of it: identities, memberships, sessions and access
   * tokens. The people stay. Throws NOT_FOUND or PRECONDITION_FAILED.
   */
  Step delete(Recording recording, @Nullable String ifMatch) {
    IdentityProvider before =
        store.find(recording.organization()).orElseThrow(IamException::notFound);
    new Revision(before.revision()).requireMatch(ifMatch);
    if (!end(recording, before)) {
      return close(recording, before);
    }
    store.delete(recording);
    recording.add(
        Effect.removed(EventType.IDENTITY_PROVIDER_DELETED, TARGET, id(recording), before));
    return new Step(before, true);
  }

  /** Lets no one in any more, before the rest of what came of the provider ends. */
  private Step close(Recording recording, IdentityProvider before) {
    if (before.closing()) {
      return new Step(before, false);
    }
    IdentityProvider closed = before.closed();
    store.update(recording, closed);
    recording.endTokens(TokenHolder.PEOPLE);
    recording.add(
        Effect.changed(EventType.IDENTITY_PROVIDER_UPDATED, TARGET, id(recording), before, closed));
    return new Step(closed, false);
  }

  /** Ends a portion of what came of a provider, sessions first; true if nothing is left. */
  private boolean end(Recording recording, IdentityProvider provider) {
    if (!sessions.endFederated(recording)) {
      return false;
    }
    List<FederatedIdentityStore.Given> given = identities.given(recording, MEMBERSHIPS + 1);
    members.take(recording, given.subList(0, Math.min(given.size(), MEMBERSHIPS)));
    if (given.size() > MEMBERSHIPS) {
      return false;
    }
    int forgotten = identities.deleteSome(recording, IDENTITIES);
    if (forgotten == IDENTITIES) {
      return false;
    }
    if (forgotten > 0 || provider.closing()) {
      // No token says how its person signed in; people with a session get a new one unasked.
      recording.endTokens(TokenHolder.PEOPLE);
    }
    return true;
  }

  private IdentityProvider checked(IdentityProvider provider) {
    outbound
        .refusal(provider.issuer())
        .ifPresent(reason -> {
          throw IamException.validation("issuer", reason);
        });
    if (provider.issuer().contains("?")) {
      throw IamException.validation("issuer", "must not have a query");
    }
    return provider;
  }

  private static Optional<Secret> secret(IdentityProviderRequest request) {
    return Optional.ofNullable(request.clientSecret()).map(Secret::new);
  }

  private static void requireSecret(IdentityProvider provider, IdentityProviderRequest request) {
    if (provider.hasSecret() && request.clientSecret() == null) {
      throw IamException.validation(
          "client_secret",
          "required with a new 'issuer' or 'client_id', or if no secret is stored");
    }
  }

  private static String id(Recording recording) {
    return recording.organization().toString();
  }
}
