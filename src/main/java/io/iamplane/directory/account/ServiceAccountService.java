package io.iamplane.directory.account;

import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.change.TokenHolder;
import io.iamplane.database.Transactions;
import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The life of service accounts. Each method runs inside the change that records it. */
@Singleton
public class ServiceAccountService {

  private final ServiceAccountStore store;
  private final Transactions transactions;

  ServiceAccountService(ServiceAccountStore store, Transactions transactions) {
    this.store = store;
    this.transactions = transactions;
  }

  public ServiceAccount create(Recording recording, String name) {
    return create(recording, null, name, Map.of());
  }

  /**
   * Creates an active account in the recording's organization.
   *
   * @throws IamException CONFLICT if the external id is taken; VALIDATION for invalid values
   */
  public ServiceAccount create(
      Recording recording,
      @Nullable String givenId,
      String name,
      @Nullable Map<String, ?> attributes) {
    String externalId = DirectoryRules.externalId("external_id", givenId);
    if (externalId != null
        && store.byExternalId(recording.organization(), externalId).isPresent()) {
      throw IamException.conflict("A service account with this external_id already exists.");
    }
    ServiceAccount account =
        new ServiceAccount(
            ServiceAccountId.next(),
            externalId,
            DirectoryRules.name("name", name),
            ServiceAccount.Status.ACTIVE,
            DirectoryRules.attributes("attributes", attributes),
            1,
            recording.at());
    store.insert(recording, account);
    recording.add(
        Effect.created(
            EventType.SERVICE_ACCOUNT_CREATED,
            SubjectRef.SERVICE_ACCOUNT,
            account.id().toString(),
            account));
    return account;
  }

  /**
   * Replaces name and attributes; says and does nothing when they are the same. NOT_FOUND when the
   * organization has no such account.
   */
  public ServiceAccount update(
      Recording recording, ServiceAccountId id, String name, @Nullable Map<String, ?> attributes) {
    ServiceAccount before = find(recording, id);
    ServiceAccount after =
        before.with(
            DirectoryRules.name("name", name), DirectoryRules.attributes("attributes", attributes));
    if (after.name().equals(before.name()) && after.attributes().equals(before.attributes())) {
      return before;
    }
    return write(recording, EventType.SERVICE_ACCOUNT_UPDATED, before, after);
  }

  /**
   * Suspends or reactivates; says and does nothing when that is done already. NOT_FOUND when the
   * organization has no such account.
   */
  public ServiceAccount setStatus(
      Recording recording, ServiceAccountId id, ServiceAccount.Status status) {
    ServiceAccount before = find(recording, id);
    if (before.status() == status) {
      return before;
    }
    EventType type =
        switch (status) {
          case ACTIVE -> EventType.SERVICE_ACCOUNT_REACTIVATED;
          case SUSPENDED -> EventType.SERVICE_ACCOUNT_SUSPENDED;
        };
    if (status == ServiceAccount.Status.SUSPENDED) {
      // Permanently: after a reactivation it gets new ones.
      recording.endTokens(TokenHolder.subject(before.subject()));
    }
    return write(recording, type, before, before.with(status));
  }

  /**
   * Raises the revision of an account because its client, which is shown with it, was changed: a
   * request with the revision of the old client is refused.
   */
  ServiceAccount touch(Recording recording, ServiceAccount before) {
    return write(recording, EventType.SERVICE_ACCOUNT_UPDATED, before, before.touched());
  }

  /** The account of an id or external id, or NOT_FOUND. */
  public ServiceAccount get(OrganizationId organization, String reference) {
    return transactions
        .call(() ->
            ServiceAccountId.parse(reference)
                .flatMap(id -> store.byId(organization, id))
                .or(() -> store.byExternalId(organization, reference)))
        .orElseThrow(IamException::notFound);
  }

  public Page<ServiceAccount> page(
      OrganizationId organization, PageRequest page, ServiceAccount.@Nullable Status status) {
    return transactions.call(
        () -> store.page(organization, page, status == null ? null : status.wire()));
  }

  public Optional<ServiceAccount> byExternalId(OrganizationId organization, String externalId) {
    return transactions.call(() -> store.byExternalId(organization, externalId));
  }

  public void forEach(OrganizationId organization, Consumer<ServiceAccount> each) {
    store.forEach(organization, each);
  }

  private ServiceAccount find(Recording recording, ServiceAccountId id) {
    return store.byId(recording.organization(), id).orElseThrow(IamException::notFound);
  }

  private ServiceAccount write(
      Recording recording, EventType type, ServiceAccount before, ServiceAccount after) {
    store.update(recording, after);
    recording.add(
        Effect.changed(type, SubjectRef.SERVICE_ACCOUNT, after.id().toString(), before, after));
    return after;
  }
}
