package io.iamplane.grant;

import io.iamplane.audit.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.UuidV7;
import jakarta.enterprise.context.ApplicationScoped;

/** Grants; so far the one that makes an organization's first administrator. */
@ApplicationScoped
public class GrantService {

  private final GrantStore store;

  GrantService(GrantStore store) {
    this.store = store;
  }

  /** Makes a subject an administrator of the organization whose change this is. */
  public AdministratorGrant grantAdministrator(Recording recording, SubjectRef subject) {
    AdministratorGrant grant =
        new AdministratorGrant(
            UuidV7.next(), subject, "role", AdministratorGrant.ROLE, recording.at());
    store.insert(recording, grant);
    recording.add(Effect.created(EventType.GRANT_CREATED, "grant", grant.id().toString(), grant));
    return grant;
  }
}
