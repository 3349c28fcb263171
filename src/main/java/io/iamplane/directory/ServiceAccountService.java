package io.iamplane.directory;

import io.iamplane.audit.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;

/** The life of service accounts; so far their beginning, which the bootstrap needs. */
@ApplicationScoped
public class ServiceAccountService {

  private final ServiceAccountStore store;

  ServiceAccountService(ServiceAccountStore store) {
    this.store = store;
  }

  /** Creates an active account in the organization whose change this is. */
  public ServiceAccount create(Recording recording, String name) {
    ServiceAccount account =
        new ServiceAccount(
            ServiceAccountId.next(), name, ServiceAccount.Status.ACTIVE, 1, recording.at());
    store.insert(recording, account);
    recording.add(
        Effect.created(
            EventType.SERVICE_ACCOUNT_CREATED,
            SubjectRef.SERVICE_ACCOUNT,
            account.id().toString(),
            account));
    return account;
  }
}
