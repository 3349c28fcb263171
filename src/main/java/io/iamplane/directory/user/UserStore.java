package io.iamplane.directory.user;

import io.iamplane.change.Recording;
import io.iamplane.change.TenantStore;
import io.iamplane.shared.OrganizationId;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** The rows of {@code iam_users}, which those of {@code iam_user_terms} follow. */
@ApplicationScoped
class UserStore extends TenantStore<UserEntity, User> {

  private final UserTermStore terms;

  UserStore(UserTermStore terms) {
    this.terms = terms;
  }

  Optional<User> byExternalId(OrganizationId organization, String externalId) {
    return one("id.organizationId = ?1 and externalId = ?2", organization.value(), externalId);
  }

  void insert(Recording recording, User user) {
    insert(recording, UserEntity.of(recording.organization(), user), user);
    terms.insert(recording, user);
  }

  void update(Recording recording, User before, User user) {
    update(recording, user.id(), user);
    terms.replace(recording, before, user);
  }
}
